// A form for the code on the box: to take a seat, or to become the host.

import { post } from "/static/core/connection.js";
import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** The most letters of a name. */
const LONGEST = 12;

/** Emits `joined`. The attribute `seats` adds a choice of seats; `code` is a code to begin with. */
class JoinForm extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["players", "role", "lobby"];
  #error = h("p", { class: "form-error", role: "alert" });
  /** @type {number|null} */
  #chosen = null;
  /** The player whose seat somebody has asked for, and if the table knows. */
  #asked = { name: "", isKnown: false };

  draw() {
    /** @type {HTMLInputElement|null} */
    const old = this.querySelector("input[name=code]");
    const typed = old?.value ?? this.getAttribute("code") ?? "";
    const hadFocus = old === document.activeElement;
    const key = this.hasAttribute("seats") ? "join" : "host";
    const input = h("input", {
      id: "code",
      name: "code",
      value: typed,
      required: true,
      inputmode: "numeric",
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": "code-hint",
    });
    if (this.#isAsking()) return;
    const form = h(
      "form",
      { class: "card join-form" },
      h("h1", {}, this.say(`${key}.title`)),
      this.#lost(),
      this.hasAttribute("seats") ? this.#place() : null,
      h("p", { class: "field" }, h("label", { for: "code" }, this.say(`${key}.code`)), input),
      h("p", { class: "hint", id: "code-hint" }, this.say(`${key}.hint`)),
      this.#error,
      h("button", { class: "primary", type: "submit" }, this.say(`${key}.go`)),
      this.#isFull() ? h("a", { class: "watch", href: "/" }, this.say("go.table")) : null,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(form);
    });
    this.replaceChildren(form);
    if (hadFocus) input.focus();
  }

  /** Tell somebody who has had a seat here that it is gone, and not by their own hand. */
  #lost() {
    const name = this.hasAttribute("seats") && localStorage.getItem("sat");
    return name ? h("p", { class: "lost", role: "status" }, this.say("join.lost", { name })) : null;
  }

  /** What somebody says of themselves: a name before a game, else one of its seats. */
  #place() {
    return this.store.view.lobby ? this.#name() : this.#seats();
  }

  #name() {
    const input = h("input", {
      id: "name",
      name: "name",
      class: "is-name",
      value: this.#typed(),
      required: true,
      autocomplete: "given-name",
      autocapitalize: "words",
      spellcheck: "false",
      oninput: () => {
        const isLong = [...input.value.trim()].length > LONGEST;
        input.setAttribute("aria-invalid", String(isLong));
        this.#error.textContent = isLong ? this.say("error.bad-name", { most: LONGEST }) : "";
        localStorage.setItem("name", input.value);
      },
    });
    return h("p", { class: "field" }, h("label", { for: "name" }, this.say("join.name")), input);
  }

  /** The name that was typed here before. */
  #typed() {
    return localStorage.getItem("name") ?? "";
  }

  #seats() {
    const { players } = this.store.view;
    if (players.length === 0) return h("p", { class: "hint" }, this.say("join.no_game"));
    const free = players.findIndex((player) => !player.claimed && !player.robot);
    const chosen = this.#chosen ?? free;
    const seats = players.map(({ name, claimed, robot }, seat) => {
      if (robot) return null;
      const input = h("input", {
        type: "radio",
        name: "seat",
        value: seat,
        id: `seat-${seat}`,
        required: true,
        checked: seat === chosen,
        onchange: () => {
          this.#chosen = seat;
        },
      });
      const label = h(
        "label",
        { for: `seat-${seat}` },
        h("span", { class: this.store.numberClass(seat), "aria-hidden": "true" }, String(seat + 1)),
        name,
        claimed ? h("small", {}, this.say("join.taken")) : null,
      );
      return h("div", { class: "seat-choice" }, input, label);
    });
    const hint = this.#isFull() ? h("p", { class: "hint" }, this.say("join.full")) : null;
    return h("fieldset", { class: "seats" }, h("legend", {}, this.say("join.seat")), hint, seats);
  }

  /** Whether somebody wants a seat and there is none left. */
  #isFull() {
    const { players, lobby } = this.store.view;
    const isGame = !lobby && players.length > 0 && this.hasAttribute("seats");
    return isGame && players.every((player) => player.claimed || player.robot);
  }

  /** Show that a seat was asked for, until that is answered. */
  #isAsking() {
    const { name, isKnown } = this.#asked;
    if (!name) return false;
    const { players } = this.store.view;
    const isAsked = players.some((player) => player.asked && player.name === name);
    if (isAsked || !isKnown || players.length === 0) {
      this.#asked = { name, isKnown: isKnown || isAsked };
      // Nobody decides on a phone that is away, or lost.
      const lead = players.find((each) => each.lead && each.here)?.name ?? this.say("page.host");
      const words = h("p", { role: "status" }, this.say("join.asked", { name, lead }));
      this.replaceChildren(h("div", { class: "card join-form" }, words));
      return true;
    }
    this.#asked = { name: "", isKnown: false };
    return false;
  }

  /** The seat that somebody wants whose phone has another cookie than before. @param {FormData} data */
  #taken(data) {
    const { players } = this.store.view;
    const name = String(data.get("name") ?? "")
      .trim()
      .toLowerCase();
    const seat = data.has("name")
      ? players.findIndex((player) => !player.here && player.name.toLowerCase() === name)
      : Number(data.get("seat"));
    return players[seat]?.claimed ? seat : null;
  }

  /** @param {HTMLFormElement} form */
  async #send(form) {
    const data = new FormData(form);
    const code = String(data.get("code")).trim();
    const taken = this.hasAttribute("seats") ? this.#taken(data) : null;
    const wanted = taken === null ? place(data) : { seat: taken, ask: true };
    const wrong = this.hasAttribute("seats")
      ? await post(this.store, "/api/join", { ...wanted, code })
      : await post(this.store, "/api/host", { code });
    this.#error.textContent = wrong ?? "";
    if (wrong !== null) return;
    if (taken !== null) this.#asked = { name: this.store.playerName(taken), isKnown: false };
    this.emit("joined");
  }
}

/** Return what a form says of who somebody is. @param {FormData} data */
function place(data) {
  const name = data.get("name");
  return name === null ? { seat: Number(data.get("seat")) } : { name: String(name) };
}

customElements.define("join-form", JoinForm);
