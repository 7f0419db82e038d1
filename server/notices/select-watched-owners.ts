import "server-only";

/** Maximum of users watched at the same time: each needs memory for their notices. */
export const maxWatchedOwners = 5_000;
/** Maximum per namespace of ServiceAccounts, which project managers can create without limit. */
export const maxOwnersPerNamespace = 50;

const serviceAccount = /^system:serviceaccount:([^:]+):/;

/**
 * Selects the watched users when not all can be: people and some ServiceAccounts of each project come before further
 * ServiceAccounts; among equals all take turns, so that nobody is excluded because of their name.
 *
 * @param owners user names, in any order
 * @param turn increases with time; each turn starts where the one before ended
 */
export function selectWatchedOwners(
  owners: readonly string[],
  turn: number,
  most = maxWatchedOwners,
  ofNamespace = maxOwnersPerNamespace,
): ReadonlySet<string> {
  if (owners.length <= most) return new Set(owners);
  const counts = new Map<string, number>();
  const [first, others]: [string[], string[]] = [[], []];
  for (const owner of beginningAt(owners.toSorted(), turn * most)) {
    const [, namespace] = serviceAccount.exec(owner) ?? [];
    const count = namespace === undefined ? 0 : (counts.get(namespace) ?? 0);
    if (namespace !== undefined) counts.set(namespace, count + 1);
    (count < ofNamespace ? first : others).push(owner);
  }
  return new Set([...beginningAt(first.sort(), turn * most), ...others].slice(0, most));
}

function beginningAt(all: readonly string[], index: number): readonly string[] {
  const at = all.length === 0 ? 0 : index % all.length;
  return [...all.slice(at), ...all.slice(0, at)];
}
