import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { describeGardenRejection, type GardenAccess } from "../garden-access.ts";
import { isProfile, isSeed, isShoot, landscapeToImport } from "../import-landscape.ts";
import {
  type ImportRejection,
  importRejectionsOf,
  put,
  putStatus,
  qualifiedNameOf,
  replace,
  youngProfile,
} from "../import-objects.ts";

/** Clusters to measure with, and what has to be there for them. */
export interface LoadedFleet {
  /** What clusters follow and run on. */
  readonly grounds: readonly (CloudProfile | Seed)[];
  /** What a garden must have before the clusters, in its order. */
  readonly frame: readonly KubeObject[];
  readonly shoots: readonly Shoot[];
}

/** So many are handed in at once: the servers then work without a pause. */
const most = 16;

/** The clusters that the embedded garden generates for `npm run bench -- scale`, without the demo's own. */
export function generatedFleet(now: Date, count: number): LoadedFleet {
  const demo = new Set(landscapeToImport(now).map(qualifiedNameOf));
  const all = landscapeToImport(now, count);
  const generated = all.filter((object) => !demo.has(qualifiedNameOf(object)));
  return {
    grounds: all.filter((object) => isProfile(object) || isSeed(object)),
    frame: generated.filter((object) => !isShoot(object)),
    shoots: generated.filter(isShoot),
  };
}

/** Creates what must be there, kind by kind: each refers to kinds before it, none to its own. */
export async function loadFrame(admin: GardenAccess, { frame }: LoadedFleet): Promise<void> {
  for (const objects of Map.groupBy(frame, ({ kind }) => kind).values())
    await atOnce(objects, (object) => expectTaken(object, put(admin, object)));
}

/**
 * Creates clusters through the API with all its admission, then writes the status of each as its gardenlet would. Until
 * all are there no version of a profile ends, and no Seed is tainted or full: old clusters came when that was so.
 * @returns what the garden refused
 */
export async function loadShoots(
  admin: GardenAccess,
  grounds: LoadedFleet["grounds"],
  shoots: readonly Shoot[],
): Promise<readonly ImportRejection[]> {
  const refusals: ImportRejection[] = [];
  for (const ground of grounds) await lay(admin, opened(ground));
  await atOnce(shoots, async (shoot) => {
    const answer = await put(admin, shoot);
    refusals.push(...importRejectionsOf(shoot, answer));
    if (answer.code < 300) await expectTaken(shoot, putStatus(admin, shoot));
  });
  for (const ground of grounds) await lay(admin, ground);
  return refusals;
}

async function lay(admin: GardenAccess, ground: CloudProfile | Seed): Promise<void> {
  await expectTaken(ground, replace(admin, ground));
  if (isSeed(ground)) await expectTaken(ground, putStatus(admin, ground));
}

function opened(ground: CloudProfile | Seed): CloudProfile | Seed {
  if (isProfile(ground)) return youngProfile(ground);
  return { ...ground, spec: { ...ground.spec, taints: [] }, status: { ...ground.status, allocatable: {} } };
}

async function atOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const limit = new ConcurrencyLimit(most);
  await Promise.all(items.map((item) => limit.run(() => work(item))));
}

async function expectTaken(object: KubeObject, answering: ReturnType<typeof put>): Promise<void> {
  const answer = await answering;
  if (answer.code >= 300) throw new Error(`${qualifiedNameOf(object)}: ${describeGardenRejection(answer)}`);
}
