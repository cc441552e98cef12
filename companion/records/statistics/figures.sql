-- Figures over the results of games. Each statement has a name; `?` is a file or a number of rows.

-- name: setup game
CREATE TABLE game AS
SELECT row_number() OVER () AS id, *
FROM read_json(?, format = 'newline_delimited', columns = {
    game: 'VARCHAR', players: 'VARCHAR[]', robots: 'INTEGER[]', over: 'BOOLEAN',
    points: 'INTEGER[]', wins: 'DOUBLE[]', seconds: 'INTEGER[]', length: 'INTEGER',
    actions: 'INTEGER', undone: 'INTEGER', corrections: 'INTEGER', starter: 'INTEGER',
    lines: 'STRUCT(seat INTEGER, points INTEGER, rule VARCHAR)[]',
    spent: 'STRUCT(seat INTEGER, kind VARCHAR, seconds INTEGER)[]'
});

-- name: setup seat
CREATE TABLE seat AS
SELECT id, game, over, s AS seat, len(players) AS players, players[s + 1] AS name,
    points[s + 1] AS points, seconds[s + 1] AS seconds,
    wins[s + 1] AS won,
    starter = s AS began,
    coalesce(list_contains(robots, s), false) AS robot
FROM (SELECT *, unnest(range(len(players))) AS s FROM game);

-- name: setup line
CREATE TABLE line AS
SELECT id, game, l.seat AS seat, l.points AS points, l.rule AS rule
FROM (SELECT id, game, unnest(lines) AS l FROM game WHERE over);

-- name: setup spent
CREATE TABLE spent AS
SELECT id, game, players[s.seat + 1] AS name, s.kind AS kind, s.seconds AS seconds
FROM (SELECT id, game, players, unnest(spent) AS s FROM game);

-- name: games
SELECT game, count(*), sum(over::INTEGER)::INTEGER, round(avg(length) / 60, 1),
    round(median(length) / 60, 1), round(max(length) / 60, 1), round(avg(actions), 1),
    round(avg(undone), 2), round(avg(corrections), 2)
FROM game GROUP BY game ORDER BY game;

-- name: players
SELECT name || if(bool_and(robot), ' *', ''), game, count(*), sum(won),
    round(avg(points), 1), round(stddev_samp(points), 1), min(points), max(points),
    round(avg(seconds) / 60, 1), count(*), count(*) * var_pop(won)
FROM seat WHERE over
GROUP BY name, game ORDER BY count(*) DESC, 1, 2 LIMIT ?;

-- name: seats
SELECT game, players, seat + 1, count(*), sum(won), round(avg(points), 2),
    count(*), count(*) * var_pop(won)
FROM seat WHERE over GROUP BY game, players, seat ORDER BY game, players, seat;

-- name: starters
WITH played AS (
    SELECT id, game, players, began, count(*) AS seats, sum(won) AS won, sum(points) AS points
    FROM seat WHERE over AND began IS NOT NULL GROUP BY id, game, players, began
), together AS (
    SELECT *, sum(won) OVER beginning / sum(seats) OVER beginning AS share
    FROM played WINDOW beginning AS (PARTITION BY game, players, began)
)
SELECT game, players, if(began, 1, 0), sum(seats)::INTEGER, sum(won),
    round(sum(points) / sum(seats), 2), count(*), sum((won - share * seats) ** 2)
FROM together GROUP BY game, players, began ORDER BY game, players, began DESC;

-- name: rules
SELECT line.game, rule, sum(points)::INTEGER, round(sum(points) / any_value(n), 2),
    round(100.0 * count(DISTINCT (line.id, seat)) FILTER (points <> 0) / any_value(n), 1)
FROM line JOIN (SELECT game, count(*) AS n FROM seat WHERE over GROUP BY game) AS played
    ON played.game = line.game
GROUP BY line.game, rule ORDER BY line.game, abs(sum(points)) DESC, rule;

-- name: times
SELECT game, kind, round(sum(seconds) / count(DISTINCT id) / 60, 2),
    round(100.0 * sum(seconds) / sum(sum(seconds)) OVER (PARTITION BY game), 1)
FROM spent GROUP BY game, kind HAVING sum(seconds) > 0 ORDER BY game, sum(seconds) DESC;

-- name: times_of_players
SELECT name, game, kind, round(sum(seconds) / count(DISTINCT id) / 60, 2)
FROM spent GROUP BY name, game, kind HAVING sum(seconds) > 0
ORDER BY name, game, sum(seconds) DESC LIMIT ?;
