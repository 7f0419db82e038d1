import "server-only";

/** Maximum of users whose watch rules are evaluated at the same time, since each needs memory. */
export const maxWatchedOwners = 5_000;
/** Maximum of ServiceAccounts per namespace whose rules are evaluated, since project managers can create any number. */
export const maxOwnersPerNamespace = 50;

const serviceAccount = /^system:serviceaccount:([^:]+):/;

/**
 * Selects the users whose watch rules are evaluated, when there are too many. Human users and some ServiceAccounts of
 * each project come first; otherwise all take turns, so that nobody is excluded because of their name.
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
