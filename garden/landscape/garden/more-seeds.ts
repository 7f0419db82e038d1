import { withSeedLabels } from "#garden/gardener/admission/extension-labels.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { countShootsBySeed } from "#lib/policy/scheduling/schedule-shoot.ts";

/**
 * A landscape with more Seeds: those with the most Shoots get others of their kind, over which the Shoots are spread.
 *
 * @param count number of Seeds that the landscape is to have; a smaller one than it has changes nothing
 */
export function withMoreSeeds(objects: readonly KubeObject[], count: number): readonly KubeObject[] {
  const names = namesOfAlike(objects, count);
  let index = 0;
  return objects.flatMap((object): readonly KubeObject[] => {
    if (isSeed(object)) return (names.get(object.metadata.name) ?? []).map((name) => seedNamed(object, name));
    if (!isShoot(object) || object.spec.seedName == null || object.spec.seedName !== object.status?.seedName)
      return [object];
    const alike = names.get(object.spec.seedName) ?? [object.spec.seedName];
    const seedName = alike[index++ % alike.length] ?? object.spec.seedName;
    const { spec, status } = object;
    return [withSeedLabels({ ...object, spec: { ...spec, seedName }, status: { ...status, seedName } })];
  });
}

/** For each Seed the names of those that take its place, the first its own. */
function namesOfAlike(objects: readonly KubeObject[], count: number): ReadonlyMap<string, readonly string[]> {
  const usage = countShootsBySeed(objects.filter(isShoot));
  const names = new Map(objects.filter(isSeed).map(({ metadata: { name } }) => [name, [name]]));
  for (let more = count - names.size; more > 0; more--) {
    const crowd = ([name, alike]: readonly [string, readonly string[]]) => (usage.get(name) ?? 0) / alike.length;
    const [fullest] = [...names].sort((a, b) => crowd(b) - crowd(a));
    fullest?.[1].push(`${fullest[0]}-${fullest[1].length + 1}`);
  }
  return names;
}

function seedNamed(seed: Seed, name: string): Seed {
  return { ...seed, metadata: { ...seed.metadata, name } };
}

function isSeed(object: KubeObject): object is Seed {
  return object.kind === "Seed";
}

function isShoot(object: KubeObject): object is Shoot {
  return object.kind === "Shoot";
}
