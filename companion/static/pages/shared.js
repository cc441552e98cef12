// A game in a file of its own: everything is in the page, nothing comes over a network.

/** @import { Picture, Player, View } from "/static/core/messages.js" */

import "/static/board/board-picture.js";
import { h } from "/static/core/dom.js";
import { part } from "/static/core/part.js";
import { TableStore } from "/static/core/table-store.js";
import { Words } from "/static/core/words.js";
import "/static/parts/diagram-grid.js";
import "/static/parts/line-list.js";
import "/static/parts/player-list.js";
import "/static/parts/step-slider.js";

/**
 * @typedef {{label: string, view: Partial<View>}} Step what happened, and what it has changed
 * @typedef {object} Shared
 * @property {string} language
 * @property {Record<string, string>} words
 * @property {Player[]} players
 * @property {Picture|null} picture
 * @property {Step[]} steps
 * @property {number[]} turns the steps at which another turn begins
 */

const DARK = matchMedia("(prefers-color-scheme: dark)");
document.documentElement.dataset.scheme = DARK.matches ? "dark" : "light";

/** @returns {Promise<Shared>} */
async function unpacked() {
  const packed = atob(document.querySelector("#game")?.textContent?.trim() ?? "");
  const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

async function begin() {
  const { language, words, players, picture, steps, turns } = await unpacked();
  /** @type {View[]} */
  const views = [];
  for (const { view } of steps) {
    const before = views.at(-1) ?? { players, ...(picture && { picture }) };
    views.push({ ...before, ...view });
  }
  const store = new TableStore(new Words(language, words));
  const slider = part("step-slider", store);
  /** @param {number} at */
  const show = (at) => {
    slider.stand({ at, of: steps.length - 1, label: steps[at]?.label ?? "", turns });
    store.replace(views[at] ?? { players });
  };
  slider.draw();
  slider.addEventListener("step", ({ detail }) => show(detail));
  document
    .querySelector("#replay")
    ?.replaceChildren(
      h(
        "div",
        { class: "column stage" },
        slider,
        part("board-picture", store),
        part("diagram-grid", store),
      ),
      h(
        "div",
        { class: "column side" },
        part("player-list", store),
        part("line-list", store, { source: "summary", words: "summary" }),
      ),
    );
  show(steps.length - 1);
}

begin();
