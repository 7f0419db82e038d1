import "server-only";

/** Longer strings that Node makes of bytes lie outside the heap, where the heap guard does not see them. */
const mostInHeap = 512 * 1024;

/** Bytes that are written one after another; to be used again. */
export class ByteWriter {
  readonly #usual: Buffer;
  #bytes: Buffer;
  #length = 0;

  constructor(usualBytes: number) {
    this.#usual = Buffer.alloc(usualBytes);
    this.#bytes = this.#usual;
  }

  /** Forgets what was written, and has room for so many bytes. */
  begin(mostBytes: number): void {
    this.#bytes = mostBytes <= this.#usual.length ? this.#usual : Buffer.alloc(mostBytes);
    this.#length = 0;
  }

  /** @param value from 0 to 2³¹ − 1; the smaller, the fewer bytes: one up to 127 */
  putNumber(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  putBytes(from: Buffer, start: number, end: number): void {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let place = start; place < end; place += 1) bytes[at++] = from[place] ?? 0;
    this.#length = at;
  }

  /** All that was written, a character for each byte; then it is forgotten. */
  toText(): string {
    let text = "";
    for (let start = 0; start < this.#length; start += mostInHeap) {
      text += this.#bytes.toString("latin1", start, Math.min(start + mostInHeap, this.#length));
    }
    this.#bytes = this.#usual;
    return text;
  }
}

/** Reads what a {@link ByteWriter} has written. */
export class ByteReader {
  readonly #usual: Buffer;
  #bytes: Buffer;
  #at = 0;
  #end = 0;

  constructor(usualBytes: number) {
    this.#usual = Buffer.alloc(usualBytes);
    this.#bytes = this.#usual;
  }

  begin(text: string): void {
    this.#bytes = text.length <= this.#usual.length ? this.#usual : Buffer.alloc(text.length);
    this.#end = this.#bytes.write(text, "latin1");
    this.#at = 0;
  }

  /** Keeps no room for a long text. */
  end(): void {
    this.#bytes = this.#usual;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  takeNumber(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  takeBytes(to: Buffer, start: number, count: number): void {
    const bytes = this.#bytes;
    const from = this.#at;
    for (let place = 0; place < count; place += 1) to[start + place] = bytes[from + place] ?? 0;
    this.#at = from + count;
  }
}
