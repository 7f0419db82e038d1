import "server-only";
import { ByteReader, ByteWriter } from "./bytes.ts";

/** So many bytes of the texts that came first are kept to compare with. */
const mostKept = 128 * 1024;
/** No text gets more than this, nor more than an eighth of what is left: a few that are like no other would take it all. */
const mostOfOneText = 16 * 1024;
const leftToOthers = 8;
/** A text that shrinks to less than a sixth was known well enough: it would help the next ones little. */
const wellKnown = 6;
/** Shorter repetitions take as much to tell as they save. */
const leastFound = 6;
/** The place that follows the last repetition is told in one byte, so it is worth less. */
const leastNext = 3;
/** A repetition of so many bytes at the next place is good enough: no other is looked for. */
const goodEnough = 16;
/** Room that is always there; longer texts get some of their own for as long as it takes. */
const usualBytes = 64 * 1024;

const keptBits = 15;
const ownBits = 12;

/**
 * Packs texts that are much alike, such as the JSON of a landscape's Shoots, into a tenth of their bytes. A packed text tells
 * what is new in it, and where the rest stands: in the texts that came first, or earlier in itself. That is LZ77, the window
 * of which is the kept texts; these only become more, so that what was packed earlier is unpacked as before.
 *
 * A packed text has a character for each byte, which is how V8 holds it, and is read by the packer that wrote it.
 */
export class TextPacker {
  /** The kept texts from 0 on; from `mostKept` on the text that is packed or unpacked. */
  readonly #room = Buffer.alloc(mostKept + usualBytes);
  #kept = 0;
  /** By the hash of four bytes: 1 + the last place where they stand in the kept texts. */
  readonly #keptPlaces = new Int32Array(1 << keptBits);
  /** The same for the text that is packed, as far as it was looked at. */
  readonly #ownPlaces = new Int32Array(1 << ownBits);
  readonly #writer = new ByteWriter(mostPacked(usualBytes));
  readonly #reader = new ByteReader(usualBytes);

  /** How many bytes of texts are kept. */
  get kept(): number {
    return this.#kept;
  }

  /** @param text well-formed, as `JSON.stringify` writes it */
  pack(text: string): string {
    const bytes = Buffer.byteLength(text);
    const room = this.#roomFor(bytes);
    room.write(text, mostKept);
    const packed = this.#write(room, mostKept + bytes);
    if (packed.length * wellKnown > bytes) this.#keep(room.subarray(mostKept, mostKept + bytes));
    return packed;
  }

  /** @param packed by this packer */
  unpack(packed: string): string {
    const reader = this.#reader;
    reader.begin(packed);
    const bytes = reader.takeNumber();
    const room = this.#roomFor(bytes);
    let at = mostKept;
    let next = 0;
    for (;;) {
      const fresh = reader.takeNumber();
      reader.takeBytes(room, at, fresh);
      at += fresh;
      if (reader.isAtEnd) {
        reader.end();
        return room.toString("utf8", mostKept, at);
      }
      const count = reader.takeNumber();
      const from = next + fresh + signed(reader.takeNumber());
      repeat(room, { at, from, count });
      at += count;
      next = from + count;
    }
  }

  /** Greedy: takes the next place, unless another repetition is three bytes longer, goes on behind it, and never looks back. */
  #write(room: Buffer, end: number): string {
    const writer = this.#writer;
    const keptPlaces = this.#keptPlaces;
    const ownPlaces = this.#ownPlaces.fill(0);
    const kept = this.#kept;
    writer.begin(mostPacked(end - mostKept));
    writer.putNumber(end - mostKept);
    let next = 0;
    let told = mostKept;
    let at = mostKept;
    while (at + 4 <= end) {
      const four = fourAt(room, at);
      const expected = next + at - told;
      let from = expected;
      let count = expected < kept ? equalBytes(room, expected, kept, at, end) : 0;
      if (count < goodEnough) {
        const least = Math.max(leastFound, count < leastNext ? 0 : count + leastNext);
        const other = (keptPlaces[slotOf(four, keptBits)] ?? 0) - 1;
        const inKept = other < 0 ? 0 : equalBytes(room, other, kept, at, end);
        const earlier = (ownPlaces[slotOf(four, ownBits)] ?? 0) - 1;
        const inOwn = earlier < 0 ? 0 : equalBytes(room, earlier, end, at, end);
        if (Math.max(inKept, inOwn) >= least) {
          from = inKept >= inOwn ? other : earlier;
          count = Math.max(inKept, inOwn);
        }
      }
      ownPlaces[slotOf(four, ownBits)] = at + 1;
      if (count < leastNext) {
        at += 1;
        continue;
      }
      writer.putNumber(at - told);
      writer.putBytes(room, told, at);
      writer.putNumber(count);
      writer.putNumber(unsigned(from - expected));
      next = from + count;
      at += count;
      told = at;
    }
    writer.putNumber(end - told);
    writer.putBytes(room, told, end);
    return writer.toText();
  }

  #keep(text: Buffer): void {
    const start = this.#kept;
    const share = Math.floor((mostKept - start) / leftToOthers);
    const end = start + text.copy(this.#room, start, 0, Math.min(text.length, mostOfOneText, share));
    for (let at = start; at + 4 <= end; at += 1) this.#keptPlaces[slotOf(fourAt(this.#room, at), keptBits)] = at + 1;
    this.#kept = end;
  }

  #roomFor(bytes: number): Buffer {
    if (bytes <= usualBytes) return this.#room;
    const room = Buffer.alloc(mostKept + bytes);
    this.#room.copy(room, 0, 0, this.#kept);
    return room;
  }
}

/** A repetition never takes more than it replaces; only long new parts take a byte or two for their length. */
function mostPacked(bytes: number): number {
  return bytes + (bytes >> 6) + 16;
}

function fourAt(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

function slotOf(four: number, bits: number): number {
  return Math.imul(four, 0x9e3779b1) >>> (32 - bits);
}

/** How many bytes from `a` (before `endA`) and from `b` on (before `endB`) are the same. */
function equalBytes(bytes: Buffer, a: number, endA: number, b: number, endB: number): number {
  const most = Math.min(endA - a, endB - b);
  let count = 0;
  while (count < most && bytes[a + count] === bytes[b + count]) count += 1;
  return count;
}

/** What is repeated may reach into what it makes: `aaaa` is one `a`, repeated three times. */
function repeat(bytes: Buffer, { at, from, count }: Readonly<Record<"at" | "from" | "count", number>>): void {
  if (count > goodEnough && from + count <= at) bytes.copyWithin(at, from, from + count);
  else for (let place = 0; place < count; place += 1) bytes[at + place] = bytes[from + place] ?? 0;
}

/** Small numbers, be they negative, as small ones that are not. */
function unsigned(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function signed(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}
