// The bar above every page: the game, the other views, language, colours, the connection.

/** @import { Scheme } from "/static/core/preferences.js" */

import { focusOn, h, s } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import * as preferences from "/static/core/preferences.js";
import { LANGUAGES } from "/static/core/words.js";
import { sign } from "/static/parts/signs.js";

/** @type {Record<string, string>} */
const PAGES = {
  table: "/",
  seat: "/seat",
  host: "/host",
  replay: "/replay",
  games: "/games",
  told: "/told",
};
/** @type {Record<Scheme, Scheme>} */
const SCHEMES = { auto: "light", light: "dark", dark: "auto" };
/** The pages that people look at from afar. */
const LARGE = new Set(["table", "replay"]);
const SIGNS = { auto: "◐", light: "○", dark: "●" };

/** Emits `language` with a language. The attribute `page` names the current page. */
class SiteHeader extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["link", "game", "lobby", "role", "unsaved"];
  #isOpen = false;

  connectedCallback() {
    document.addEventListener("fullscreenchange", () => this.draw());
  }

  draw() {
    const page = this.getAttribute("page");
    const { game, lobby } = this.store.view;
    const title = game?.title || lobby?.game || this.say("name");
    const focus = document.activeElement?.getAttribute("data-control");
    this.replaceChildren(
      h(
        "header",
        { class: this.#isOpen ? "bar is-open" : "bar" },
        rose(),
        h("span", { class: "title" }, title),
        this.#seat(page),
        this.#menu(),
        this.#nav(page),
        this.#controls(),
      ),
      this.#link(),
      this.#unsaved(),
    );
    if (focus) focusOn(this, `[data-control="${focus}"]`);
  }

  /** Return the button that opens the menu where there is little store. */
  #menu() {
    const toggle = () => {
      this.#isOpen = !this.#isOpen;
      this.draw();
    };
    const given = {
      type: "button",
      class: "quiet menu",
      "data-control": "menu",
      "aria-expanded": String(this.#isOpen),
      "aria-label": this.say("menu"),
      onclick: toggle,
    };
    return h("button", given, "☰");
  }

  /** Return the way to one's own seat, which phones have outside of the menu. @param {string|null} page */
  #seat(page) {
    if (page === "seat") return null;
    return h("a", { class: "to-seat", href: PAGES.seat }, this.say("page.seat"));
  }

  /** @param {string|null} page */
  #nav(page) {
    const pages = this.store.role.play || page === "play" ? { play: "/play", ...PAGES } : PAGES;
    const links = Object.entries(pages).map(([name, href]) =>
      h(
        "li",
        {},
        h("a", { href, "aria-current": name === page ? "page" : null }, this.say(`page.${name}`)),
      ),
    );
    return h("nav", { "aria-label": this.say("views") }, h("ul", {}, links));
  }

  #controls() {
    const { language } = this.store.words;
    const select = h(
      "select",
      {
        "data-control": "language",
        "aria-label": this.say("language"),
        onchange: () => this.emit("language", select.value),
      },
      [...LANGUAGES].map(([code, name]) =>
        h("option", { value: code, lang: code, selected: code === language }, name),
      ),
    );
    const scheme = preferences.scheme();
    const words = this.say(`scheme.${scheme}`);
    const change = () => {
      preferences.keepScheme(SCHEMES[scheme]);
      this.draw();
    };
    const button = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-control": "scheme",
        "aria-label": words,
        title: words,
        onclick: change,
      },
      SIGNS[scheme],
    );
    return h("div", { class: "controls" }, select, button, this.#full());
  }

  /** Return the button that fills the screen, on pages for a large one; it may sleep no more. */
  #full() {
    if (!document.fullscreenEnabled || !LARGE.has(this.getAttribute("page") ?? "")) return null;
    const isFull = document.fullscreenElement !== null;
    const words = this.say(isFull ? "full.off" : "full.on");
    const turn = async () => {
      if (isFull) await document.exitFullscreen();
      else {
        await document.documentElement.requestFullscreen();
        await navigator.wakeLock?.request("screen").catch(() => {});
      }
    };
    const given = { type: "button", class: "quiet", "data-control": "full", title: words };
    return h(
      "button",
      { ...given, "aria-label": words, onclick: turn },
      sign(isFull ? "window" : "full"),
    );
  }

  #link() {
    const { link } = this.store;
    const words = link === "on" ? "" : this.say(`link.${link}`);
    const onward =
      link === "expired"
        ? ["table", "seat"].map((page) => [
            " ",
            h("a", { href: PAGES[page] }, this.say(`go.${page}`)),
          ])
        : [];
    const given = { class: `link link-${link}`, role: "status", hidden: link === "on" };
    return h("p", given, words, ...onward.flat());
  }

  /** Return the warning that the last moves would not survive a power cut, on every page. */
  #unsaved() {
    const words = this.store.view.unsaved ?? "";
    return h("p", { class: "unsaved", role: "alert", hidden: !words }, words && `⚠ ${words}`);
  }
}

/** The mark: a compass rose. */
function rose() {
  const d = "M0-11 2.6-2.6 11 0 2.6 2.6 0 11-2.6 2.6-11 0-2.6-2.6Z";
  const circle = s("circle", { r: 9, fill: "none", stroke: "currentColor", "stroke-width": 1.4 });
  return s(
    "svg",
    { class: "rose", viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    circle,
    s("path", { d, fill: "currentColor" }),
  );
}

customElements.define("site-header", SiteHeader);
