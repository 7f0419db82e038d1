import "server-only";
import { promises as dns, type LookupAddress } from "node:dns";

/** The addresses that a name has. Rejects when it has none, or nobody says so in time. */
export type ResolveName = (host: string) => Promise<readonly LookupAddress[]>;

/** Tried twice, the second time for twice as long: within the time that a connection may take. */
const patience = { timeout: 1_000, tries: 2 } as const;

/**
 * Asks the name servers themselves, without the few threads in which the system looks names up: a name of which nobody
 * answers keeps one of those for as long as the system likes, and every other name of the process waits behind it, the
 * garden's own too. Names of /etc/hosts and search domains are unknown here.
 *
 * @param servers instead of those of the system
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

/** As the whole machine does: for names that an operator has entered. */
export function systemLookup(host: string): Promise<readonly LookupAddress[]> {
  return dns.lookup(host, { all: true });
}
