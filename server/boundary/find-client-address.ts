import "server-only";
import { isIP, isIPv4 } from "node:net";

export interface ConnectionAddresses {
  /** Remote address of the connection: the only address that a client cannot forge. */
  readonly socket: string | undefined;
  /** X-Forwarded-For header: each proxy appends the address of its caller on the right. */
  readonly forwardedFor: string | undefined;
  /** Number of trusted proxies in front of Almanac, from TRUSTED_PROXY_HOPS. */
  readonly trustedHops: number;
}

/**
 * The client's address. Only the X-Forwarded-For entry of the outermost trusted proxy counts; the client may have
 * forged all entries to its left. With fewer entries than trusted proxies, or an invalid address, the request bypassed
 * a proxy, and the header is ignored.
 */
export function findClientAddress({ socket, forwardedFor, trustedHops }: ConnectionAddresses): string {
  const peer = plainAddress(socket ?? "") ?? "unknown";
  if (trustedHops === 0 || forwardedFor === undefined) return peer;
  const entry = forwardedFor.split(",").at(-trustedHops);
  return (entry === undefined ? undefined : plainAddress(entry)) ?? peer;
}

/**
 * The part of an address that rate limits count by: of IPv6 only the first 64 bits, since one customer of a network
 * provider can use all addresses below them.
 */
export function networkOfAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/64`;
}

/** Removes port, brackets and zone, and unwraps IPv4 addresses written as IPv6; undefined when it is no IP address. */
function plainAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, "$1");
  const host = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(bare)?.[1] ?? bare;
  const address = host.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIP(address) === 0 ? undefined : address;
}
