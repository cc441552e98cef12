// The texts of the pages in one language, from the server's catalogues.

/** Name and address of the catalogue of each language. @type {Record<string, [name: string, address: string]>} */
const CATALOGUES = JSON.parse(document.body.dataset.languages ?? "{}");

/** The languages of the pages, each under its own name; the first is that of all else. */
export const LANGUAGES = new Map(Object.entries(CATALOGUES).map(([code, [name]]) => [code, name]));

/**
 * Return the first language that one of some wishes, such as `de-AT`, asks for; any variety of it will do.
 * @param {(string|null)[]} wishes
 */
export function languageOf(wishes) {
  const supported = [...LANGUAGES.keys()];
  for (const wish of wishes) {
    const tags = (wish ?? "").split(/[-_]/);
    const varieties = supported.filter((code) => code.split("_")[0] === tags[0]);
    while (tags.length > 1 && !varieties.includes(tags.join("_"))) tags.pop();
    const found = varieties.includes(tags.join("_")) ? tags.join("_") : varieties[0];
    if (found) return found;
  }
  return supported[0] ?? "";
}

/** @typedef {string|Record<string, string>} Wording a text, or its forms by a number that takes it */

export class Words {
  #texts;
  #rules;

  /** @param {string} language @param {Record<string, Wording>} texts */
  constructor(language, texts) {
    this.language = language;
    /** The language as browsers call it (BCP 47), such as `pt-BR`. */
    this.tag = language.replaceAll("_", "-");
    this.#texts = texts;
    this.#rules = new Intl.PluralRules(this.tag);
  }

  /** @param {string} language */
  static async load(language) {
    const answer = await fetch(CATALOGUES[language]?.[1] ?? "");
    return new Words(language, await answer.json());
  }

  /**
   * Return the text of a key with its `{names}` filled in; its only number decides on the form.
   * @param {string} key
   * @param {Record<string, string|number>} [params]
   */
  say(key, params = {}) {
    const words = this.#inflect(this.#texts[`web.${key}`] ?? key, params);
    return words.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ""));
  }

  /** @param {Wording} words @param {Record<string, string|number>} params */
  #inflect(words, params) {
    if (typeof words === "string") return words;
    const count = Object.values(params).find((value) => typeof value === "number") ?? 1;
    const form = this.#rules.select(Number(count));
    const [number] = Object.keys(words).filter((n) => this.#rules.select(Number(n)) === form);
    return words[number ?? ""] ?? Object.values(words).at(-1) ?? "";
  }

  /** Return names as a list in words: "Ada and Ben". @param {string[]} names */
  join(names) {
    return new Intl.ListFormat(this.tag, { type: "conjunction" }).format(names);
  }
}
