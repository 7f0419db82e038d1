import "server-only";
import { BlockList, isIP } from "node:net";

/** Destinations that are allowed for webhooks, although they are not public. */
export interface AllowedAddresses {
  /** Host names that are allowed whatever their addresses. */
  readonly names: readonly string[];
  readonly ranges: readonly string[];
}

/** IPv4 ranges that are not allowed: private ones, and IANA's special-purpose addresses. */
const closed4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16"],
  ...["192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  // Instance metadata service of Azure, whose address is public.
  "168.63.129.16/32",
];
/** IPv6 ranges that are allowed: only global unicast, so that embedded IPv4, NAT64 and local addresses are excluded. */
const open6 = ["2000::/3"];
const closed6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const closed = blockListOf([...closed4, ...closed6]);
const open = blockListOf(open6);

/** Decides which IP addresses Almanac may connect to for users. It checks resolved addresses, not host names. */
export class AddressGuard {
  readonly #names: ReadonlySet<string>;
  readonly #allowed: BlockList;

  constructor({ names, ranges }: AllowedAddresses) {
    this.#names = new Set(names);
    this.#allowed = blockListOf(ranges);
  }

  /** Whether the operator allows this host name whatever its address. */
  isNamed(host: string): boolean {
    return this.#names.has(host.toLowerCase().replace(/\.$/, ""));
  }

  /** Whether Almanac may connect to a host of that name at that address. */
  admits(host: string, address: string): boolean {
    const family = isIP(address);
    if (family === 0) return false;
    if (this.isNamed(host)) return true;
    const type = family === 6 ? "ipv6" : "ipv4";
    if (this.#allowed.check(address, type)) return true;
    return !closed.check(address, type) && (family === 4 || open.check(address, type));
  }
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits = ""] = range.split("/", 2);
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}
