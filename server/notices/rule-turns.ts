import "server-only";

/** More people with rules than these are not watched for at the same time: each takes memory for what was told to them. */
export const mostOwners = 5_000;
/** Of the ServiceAccounts of one namespace, which whoever manages a project makes as many of as they like. */
export const mostOfNamespace = 50;

const serviceAccount = /^system:serviceaccount:([^:]+):/;

/**
 * Who is watched for, where that cannot be all: people and a share of each project's ServiceAccounts come before further
 * ServiceAccounts, and among equals each has their turn, so that nobody stays outside because of their name.
 *
 * @param owners user names, in any order
 * @param turn counts on with time; the one after it begins where this one has ended
 */
export function watchedFor(
  owners: readonly string[],
  turn: number,
  most = mostOwners,
  ofNamespace = mostOfNamespace,
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
