// Moves a second of boardgame.io's reducer, on a small game of tokens on a track.
// Usage: node boardgame_io.js FOLDER_OF_BOARDGAME_IO SECONDS

const [folder, seconds] = process.argv.slice(2);
const { CreateGameReducer, InitializeGame } = require(`${require("path").resolve(folder)}/dist/cjs/internal.js`);

const VALUES = [6, 5, 4, 3, 2, 1];
const game = {
  name: "track",
  seed: 1,
  setup: () => ({ track: [0, 1, 2, 3, 4, 5], scores: [0, 0, 0, 0], moves: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, ctx }, token) => {
      const at = G.track.indexOf(token);
      G.track.splice(at, 1);
      G.track.push(token);
      G.scores[Number(ctx.currentPlayer)] += VALUES[at];
      G.moves++;
    },
  },
  endIf: ({ G }) => (G.moves >= 60 ? G.scores : undefined),
};
const reducer = CreateGameReducer({ game, numPlayers: 4 });
let moves = 0;
const began = process.cpuUsage();
const spent = () => {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
};
while (spent() < Number(seconds)) {
  let state = InitializeGame({ game, numPlayers: 4 });
  while (state.ctx.gameover === undefined) {
    const args = [Math.floor(Math.random() * 6)];
    const payload = { type: "take", args, playerID: state.ctx.currentPlayer };
    state = reducer(state, { type: "MAKE_MOVE", payload });
    moves++;
  }
}
console.log(moves / spent());
