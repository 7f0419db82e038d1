import "server-only";
import { isIP, isIPv4 } from "node:net";

export interface Arrival {
  /** The other end of the connection: the one address that nobody can write. */
  readonly socket: string | undefined;
  /** The X-Forwarded-For header: each proxy adds on the right whom it was called by. */
  readonly forwardedFor: string | undefined;
  /** How many proxies of one's own stand in front, TRUSTED_PROXY_HOPS. */
  readonly trustedHops: number;
}

/**
 * The address that a request comes from. Of X-Forwarded-For only the entry counts that the outermost trusted proxy wrote;
 * what is left of it the client may have made up. A chain that is shorter than the trusted one, or no address at that
 * place, means that the request took another way: then nothing in it is believed.
 */
export function clientAddress({ socket, forwardedFor, trustedHops }: Arrival): string {
  const peer = plainAddress(socket ?? "") ?? "unknown";
  if (trustedHops === 0 || forwardedFor === undefined) return peer;
  const entry = forwardedFor.split(",").at(-trustedHops);
  return (entry === undefined ? undefined : plainAddress(entry)) ?? peer;
}

/**
 * By what limits count an address: of IPv6 the first 64 bits, since each customer of a provider has all the others to
 * change between.
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

/** Without port, brackets, zone, or the IPv6 form of an IPv4 address; undefined when it is no address. */
function plainAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, "$1");
  const host = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(bare)?.[1] ?? bare;
  const address = host.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIP(address) === 0 ? undefined : address;
}
