import "server-only";
import { promises as dns, type LookupAddress } from "node:dns";

/** Resolves the addresses of a host name. Rejects when it has none, or without a response in time. */
export type ResolveName = (host: string) => Promise<readonly LookupAddress[]>;

/** Two tries, the second with twice the timeout, within the time limit of a connection. */
const patience = { timeout: 1_000, tries: 2 } as const;

/**
 * Queries DNS servers directly. The system resolver uses a small thread pool, in which slow names would block all other
 * lookups of the process, such as those of the garden. Ignores /etc/hosts and search domains.
 *
 * @param servers DNS servers to use instead of the system's
 */
export function createNameResolver(servers?: readonly string[]): ResolveName {
  const resolver = new dns.Resolver(patience);
  if (servers !== undefined) resolver.setServers(servers);
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (four.status === "rejected" && six.status === "rejected") throw four.reason;
    return [...addressesOf(four, 4), ...addressesOf(six, 6)];
  };
}

function addressesOf(found: PromiseSettledResult<string[]>, family: 4 | 6): readonly LookupAddress[] {
  return found.status === "fulfilled" ? found.value.map((address) => ({ address, family })) : [];
}

/** Uses the system resolver, for names that the operator configured. */
export function systemLookup(host: string): Promise<readonly LookupAddress[]> {
  return dns.lookup(host, { all: true });
}
