import "server-only";

/** So many different texts are remembered; then it begins anew, and only what comes later is not shared with before. */
const mostTexts = 10_000;
/** Nor more characters than these: long texts that change all the time would fill the heap. */
const mostLength = 8 * 1024 * 1024;

/** Equal texts as one: what thousands of clusters have in common. */
export class SharedTexts {
  #known = new Map<string, string>();
  #length = 0;

  /** How many characters are remembered. */
  get length(): number {
    return this.#length;
  }

  one(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= mostTexts || this.#length + text.length > mostLength) {
      this.#known = new Map();
      this.#length = 0;
    }
    this.#known.set(text, text);
    this.#length += text.length;
    return text;
  }
}
