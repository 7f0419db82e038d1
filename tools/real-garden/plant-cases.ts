import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { describeGardenRejection, type GardenAccess } from "./garden-access.ts";
import { withGardenletRelease } from "./garden-objects.ts";
import {
  createOrReplaceObject,
  profileWithoutExpirations,
  qualifiedNameOf,
  replaceImportedObject,
  replaceObjectStatus,
} from "./import-objects.ts";
import { seedAccounts } from "./landscape-frame.ts";
import { generateMaintenanceCases, type MaintenanceCases } from "./maintenance-cases.ts";
import type { RealGarden } from "./start-real-garden.ts";

interface PlantOptions {
  readonly clusters: number;
  /** Epoch milliseconds to which the dates of the profiles are relative. */
  readonly now: number;
  readonly say: (line: string) => void;
}

/** Number of clusters that share a profile. */
const perProfile = 50;

/**
 * Creates landscapes with clusters of various ages; no version of their profiles has expired yet.
 * @returns the numbers of the profiles
 */
export async function createMaintenanceCases(
  { admin, release }: RealGarden,
  { clusters, now, say }: PlantOptions,
): Promise<readonly number[]> {
  for (const account of seedAccounts) await createOrReplaceObject(admin, account);
  const numbers = Array.from({ length: Math.ceil(clusters / perProfile) }, (_, at) => at + 1);
  let made = 0;
  for (const number of numbers) {
    const cases = generateMaintenanceCases(number, Math.min(perProfile, clusters - (number - 1) * perProfile), now);
    const shoots = cases.shoots.map((shoot) => withGardenletRelease(release.version, shoot));
    made += await plant(admin, { ...cases, shoots }, say);
  }
  say(`${made} of ${clusters} clusters were created`);
  return numbers;
}

/**
 * Creates one landscape, with its profile as it was before any version expired.
 * @returns the number of accepted clusters
 */
async function plant(
  admin: GardenAccess,
  { profile, seed, frame, shoots }: MaintenanceCases,
  say: (line: string) => void,
): Promise<number> {
  const must = async (object: KubeObject): Promise<void> => {
    const answer = await createOrReplaceObject(admin, object);
    if (answer.code >= 300) throw new Error(`${qualifiedNameOf(object)}: ${describeGardenRejection(answer)}`);
  };
  for (const object of [...frame, profileWithoutExpirations(profile), seed]) await must(object);
  await replaceObjectStatus(admin, seed);
  let made = 0;
  for (const shoot of shoots) {
    const answer = await createOrReplaceObject(admin, shoot);
    if (answer.code < 300) made += 1;
    else say(`refused  ${qualifiedNameOf(shoot)}: ${describeGardenRejection(answer).slice(0, 300)}`);
    if (answer.code < 300) await replaceObjectStatus(admin, shoot);
  }
  return made;
}

/** Sets the expiration dates of a profile's versions. */
export async function expireVersions(admin: GardenAccess, profile: CloudProfile): Promise<void> {
  const answer = await replaceImportedObject(admin, profile);
  if (answer.code >= 300) throw new Error(`${qualifiedNameOf(profile)}: ${describeGardenRejection(answer)}`);
}
