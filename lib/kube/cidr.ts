export type IpFamily = "IPv4" | "IPv6";

/** Range of IP addresses: all addresses whose first `bits` bits equal those of `base`. */
export interface Cidr {
  readonly family: IpFamily;
  readonly bits: number;
  /** First address of the range. */
  readonly base: bigint;
  /** Range as Go formats it: with its first address, and for IPv6 with the longest run of zeros shortened. */
  readonly canonical: string;
}

const longestText = 50;

/** Parses an address range, `10.0.0.0/8` or `fd00::/48`; undefined if it is invalid. @source Go: net.ParseCIDR */
export function parseCidr(text: string): Cidr | undefined {
  const [, address = "", length = ""] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(text.slice(0, longestText)) ?? [];
  const family: IpFamily = address.includes(":") ? "IPv6" : "IPv4";
  const width = family === "IPv6" ? 128 : 32;
  const bits = Number(length);
  const value = family === "IPv6" ? ipv6(address) : ipv4(address);
  if (length === "" || value === undefined || bits > width || String(bits) !== length) return undefined;
  return cidrAt(family, value, bits);
}

/** Returns the address range of a length that contains an address. */
export function cidrAt(family: IpFamily, address: bigint, bits: number): Cidr {
  const host = BigInt((family === "IPv6" ? 128 : 32) - bits);
  const base = (address >> host) << host;
  return { family, bits, base, canonical: `${family === "IPv6" ? ipv6Text(base) : ipv4Text(base)}/${bits}` };
}

/** Returns whether two address ranges overlap. An IPv4 and an IPv6 range never do. */
export function cidrsIntersect(one: Cidr, other: Cidr): boolean {
  if (one.family !== other.family) return false;
  const shift = BigInt((one.family === "IPv6" ? 128 : 32) - Math.min(one.bits, other.bits));
  return one.base >> shift === other.base >> shift;
}

function ipv4(text: string): bigint | undefined {
  const parts = text.split(".");
  const isAddress = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isAddress ? parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n) : undefined;
}

function ipv6(text: string): bigint | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const [front, back] = [head ?? [], tail ?? []];
  const missing = 8 - front.length - back.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

function ipv4Text(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".");
}

function ipv6Text(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));
  const runs = [...groups.join(":").matchAll(/(?<![0-9a-f])0(?::0)+(?![0-9a-f])/g)];
  const [longest] = runs.sort(([one], [other]) => other.length - one.length);
  if (longest === undefined) return groups.join(":");
  const text = groups.join(":");
  const [front, back] = [text.slice(0, longest.index), text.slice(longest.index + longest[0].length)];
  return `${front.replace(/:$/, "")}::${back.replace(/^:/, "")}`;
}
