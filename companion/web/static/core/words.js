// The texts of the pages in one language, from the server's catalogues.

/** The languages of the pages, each under its own name. */
export const LANGUAGES = new Map([
  ["en", "English"],
  ["de", "Deutsch"],
]);

export class Words {
  #found;

  /** @param {string} language @param {Record<string, string>} found */
  constructor(language, found) {
    this.language = language;
    this.#found = found;
  }

  /** @param {string} language */
  static async load(language) {
    const answer = await fetch(document.body.getAttribute(`data-words-${language}`) ?? "");
    return new Words(language, await answer.json());
  }

  /**
   * Return the text of a key with its `{names}` filled in.
   * @param {string} key
   * @param {Record<string, string|number>} [params]
   */
  say(key, params = {}) {
    const words = this.#found[`web.${key}`] ?? key;
    return words.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ""));
  }

  /** Return names as a list in words: "Ada and Ben". @param {string[]} names */
  join(names) {
    return new Intl.ListFormat(this.language, { type: "conjunction" }).format(names);
  }
}
