import "server-only";

/** So many different texts are remembered; then it begins anew, and only what comes later is not shared with before. */
const mostTexts = 10_000;

/** Equal texts as one: most settings of a cluster are those of thousands of others. */
export class SharedTexts {
  #known = new Map<string, string>();

  one(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= mostTexts) this.#known = new Map();
    this.#known.set(text, text);
    return text;
  }
}
