import "server-only";
import { isIP, isIPv4 } from "node:net";

export interface Arrival {
  /** Remote address of the connection: the only address that a client cannot forge. */
  readonly socket: string | undefined;
  /** X-Forwarded-For header: each proxy appends the address of its caller on the right. */
  readonly forwardedFor: string | undefined;
  /** Number of trusted proxies in front, TRUSTED_PROXY_HOPS. */
  readonly trustedHops: number;
}

/**
 * The client's address. Of X-Forwarded-For only the entry written by the outermost trusted proxy counts; the client may
 * have forged everything left of it. A chain shorter than the trusted one, or an invalid address there, means that the
 * request bypassed a proxy: then the header is ignored.
 */
export function clientAddress({ socket, forwardedFor, trustedHops }: Arrival): string {
  const peer = plainAddress(socket ?? "") ?? "unknown";
  if (trustedHops === 0 || forwardedFor === undefined) return peer;
  const entry = forwardedFor.split(",").at(-trustedHops);
  return (entry === undefined ? undefined : plainAddress(entry)) ?? peer;
}

/**
 * The key of an address in rate limits: of IPv6 the first 64 bits, since each customer of a provider can use all
 * addresses below them.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/64`;
}

/** Strips port, brackets, zone and the IPv6 form of an IPv4 address; undefined when it is no address. */
function plainAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, "$1");
  const host = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(bare)?.[1] ?? bare;
  const address = host.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIP(address) === 0 ? undefined : address;
}
