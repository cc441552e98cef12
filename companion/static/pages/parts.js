// The parts that most pages use.

import "/static/board/whole-board.js";
import "/static/parts/choice-list.js";
import "/static/parts/diagram-grid.js";
import "/static/parts/game-log.js";
import "/static/parts/line-list.js";
import "/static/parts/lobby-form.js";
import "/static/parts/lobby-roster.js";
import "/static/parts/notice-bar.js";
import "/static/parts/player-list.js";
import "/static/parts/rule-list.js";
import "/static/parts/score-list.js";
import "/static/parts/seat-requests.js";
import "/static/parts/task-list.js";
import "/static/parts/turn-banner.js";
