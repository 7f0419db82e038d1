import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { describeGardenRejection, type GardenAccess } from "../garden-access.ts";
import { isProfile, isSeed, isShoot, landscapeToImport } from "../import-landscape.ts";
import {
  createOrReplaceObject,
  type ImportRejection,
  importRejectionsOf,
  profileWithoutExpirations,
  qualifiedNameOf,
  replaceImportedObject,
  replaceObjectStatus,
} from "../import-objects.ts";

/** Shoots for measurements, and the objects that they need. */
export interface LoadedFleet {
  /** CloudProfiles and Seeds of the Shoots. */
  readonly grounds: readonly (CloudProfile | Seed)[];
  /** Objects that must exist before the Shoots, in the order of their creation. */
  readonly frame: readonly KubeObject[];
  readonly shoots: readonly Shoot[];
}

/** Number of objects that are created in parallel, so that the servers are always busy. */
const most = 16;

/** The Shoots that the embedded garden generates for `npm run bench -- scale`, without the demo Shoots. */
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

/** Creates the objects that Shoots need, kind by kind, because each kind only refers to earlier ones. */
export async function loadPrerequisites(admin: GardenAccess, { frame }: LoadedFleet): Promise<void> {
  for (const objects of Map.groupBy(frame, ({ kind }) => kind).values())
    await atOnce(objects, (object) => expectTaken(object, createOrReplaceObject(admin, object)));
}

/**
 * Creates Shoots through the API with admission, and writes their status as a gardenlet would. Until all are created,
 * no version has an expiration date and no Seed has a taint or a limit, because old Shoots were created before.
 * @returns the refused objects
 */
export async function loadShoots(
  admin: GardenAccess,
  grounds: LoadedFleet["grounds"],
  shoots: readonly Shoot[],
): Promise<readonly ImportRejection[]> {
  const refusals: ImportRejection[] = [];
  for (const ground of grounds) await lay(admin, opened(ground));
  await atOnce(shoots, async (shoot) => {
    const answer = await createOrReplaceObject(admin, shoot);
    refusals.push(...importRejectionsOf(shoot, answer));
    if (answer.code < 300) await expectTaken(shoot, replaceObjectStatus(admin, shoot));
  });
  for (const ground of grounds) await lay(admin, ground);
  return refusals;
}

async function lay(admin: GardenAccess, ground: CloudProfile | Seed): Promise<void> {
  await expectTaken(ground, replaceImportedObject(admin, ground));
  if (isSeed(ground)) await expectTaken(ground, replaceObjectStatus(admin, ground));
}

function opened(ground: CloudProfile | Seed): CloudProfile | Seed {
  if (isProfile(ground)) return profileWithoutExpirations(ground);
  return { ...ground, spec: { ...ground.spec, taints: [] }, status: { ...ground.status, allocatable: {} } };
}

async function atOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const limit = new ConcurrencyLimit(most);
  await Promise.all(items.map((item) => limit.run(() => work(item))));
}

async function expectTaken(object: KubeObject, answering: ReturnType<typeof createOrReplaceObject>): Promise<void> {
  const answer = await answering;
  if (answer.code >= 300) throw new Error(`${qualifiedNameOf(object)}: ${describeGardenRejection(answer)}`);
}
