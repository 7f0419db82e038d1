import { type Cidr, cidrAt, cidrsIntersect, parseCidr } from "#lib/kube/cidr.ts";

/** Length in bits of the smallest range that clouds accept for a subnet. */
const smallestSubnetBits = 28;

interface BlockNeeds {
  readonly taken: readonly Cidr[];
  readonly cuts: number;
}

/**
 * Returns the first block of a range that overlaps none of the taken ranges: of the given length in bits, or a smaller
 * one where none of that length is free. Undefined if the range is used up, or of IPv6.
 *
 * @param cuts how often the block will be halved, so that its parts are not too small for a subnet
 */
export function freeBlock(range: Cidr, bits: number, { taken, cuts }: BlockNeeds): Cidr | undefined {
  if (range.family !== "IPv4") return undefined;
  for (let length = Math.max(bits, range.bits); length <= smallestSubnetBits - cuts; length += 1) {
    const found = firstFree(range, length, taken);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstFree(range: Cidr, bits: number, taken: readonly Cidr[]): Cidr | undefined {
  const end = endOf(range);
  let block = cidrAt("IPv4", range.base, bits);
  while (block.base < end) {
    const obstacle = taken.find((other) => cidrsIntersect(block, other));
    if (obstacle === undefined) return block;
    // Of two ranges that overlap, one contains the other.
    block = cidrAt("IPv4", endOf(obstacle.bits < bits ? obstacle : block), bits);
  }
  return undefined;
}

/** Returns the equal halves of a range. */
export function halvesOf({ family, base, bits }: Cidr): readonly [Cidr, Cidr] {
  const first = cidrAt(family, base, bits + 1);
  return [first, cidrAt(family, endOf(first), bits + 1)];
}

function endOf({ base, bits }: Cidr): bigint {
  return base + (1n << BigInt(32 - bits));
}

/** Returns the length in bits of equal blocks of a range, of which there are at least as many as asked for. */
export function blockBits(range: Cidr, count: number): number {
  return range.bits + Math.ceil(Math.log2(Math.max(count, 1)));
}

/** Parses address ranges; texts that are none are left out. */
export function parseRanges(texts: readonly unknown[]): readonly Cidr[] {
  return texts.flatMap((text) => (typeof text === "string" ? (parseCidr(text) ?? []) : []));
}
