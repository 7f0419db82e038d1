import "server-only";

/** Bytes that are written one after another, into room that grows; used again and again. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(usualBytes: number) {
    this.#bytes = Buffer.alloc(usualBytes);
  }

  /** Forgets what was written, and has room for so many bytes. */
  begin(mostBytes: number): void {
    if (this.#bytes.length < mostBytes) this.#bytes = Buffer.alloc(mostBytes);
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

  /** All that was written, a character for each byte. */
  toText(): string {
    return this.#bytes.toString("latin1", 0, this.#length);
  }
}

/** Reads what a {@link ByteWriter} has written. */
export class ByteReader {
  #bytes: Buffer;
  #at = 0;
  #end = 0;

  constructor(usualBytes: number) {
    this.#bytes = Buffer.alloc(usualBytes);
  }

  begin(text: string): void {
    if (this.#bytes.length < text.length) this.#bytes = Buffer.alloc(text.length);
    this.#end = this.#bytes.write(text, "latin1");
    this.#at = 0;
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
