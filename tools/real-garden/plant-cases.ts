import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { describeGardenRejection, type GardenAccess } from "./garden-access.ts";
import { reportedBy } from "./garden-objects.ts";
import { put, putStatus, qualifiedNameOf, replace, youngProfile } from "./import-objects.ts";
import { seedAccounts } from "./landscape-frame.ts";
import { type MaintenanceCases, maintenanceCases } from "./maintenance-cases.ts";
import type { RealGarden } from "./start-real-garden.ts";

interface PlantOptions {
  readonly clusters: number;
  /** Epoch milliseconds: the dates of the profiles lie around it. */
  readonly now: number;
  readonly say: (line: string) => void;
}

/** So many share a profile. */
const perProfile = 50;

/**
 * Makes clusters of all ages, each landscape of them with a profile in which nothing has ended yet.
 * @returns the numbers of the profiles
 */
export async function plantCases(
  { admin, release }: RealGarden,
  { clusters, now, say }: PlantOptions,
): Promise<readonly number[]> {
  for (const account of seedAccounts) await put(admin, account);
  const numbers = Array.from({ length: Math.ceil(clusters / perProfile) }, (_, at) => at + 1);
  let made = 0;
  for (const number of numbers) {
    const cases = maintenanceCases(number, Math.min(perProfile, clusters - (number - 1) * perProfile), now);
    const shoots = cases.shoots.map((shoot) => reportedBy(release.version, shoot));
    made += await plant(admin, { ...cases, shoots }, say);
  }
  say(`${made} of ${clusters} clusters were created`);
  return numbers;
}

/**
 * Makes one landscape, with its profile as it was before anything ended.
 * @returns how many of its clusters the garden took
 */
async function plant(
  admin: GardenAccess,
  { profile, seed, frame, shoots }: MaintenanceCases,
  say: (line: string) => void,
): Promise<number> {
  const must = async (object: KubeObject): Promise<void> => {
    const answer = await put(admin, object);
    if (answer.code >= 300) throw new Error(`${qualifiedNameOf(object)}: ${describeGardenRejection(answer)}`);
  };
  for (const object of [...frame, youngProfile(profile), seed]) await must(object);
  await putStatus(admin, seed);
  let made = 0;
  for (const shoot of shoots) {
    const answer = await put(admin, shoot);
    if (answer.code < 300) made += 1;
    else say(`refused  ${qualifiedNameOf(shoot)}: ${describeGardenRejection(answer).slice(0, 300)}`);
    if (answer.code < 300) await putStatus(admin, shoot);
  }
  return made;
}

/** Lets the versions of a profile come to their ends. */
export async function expireVersions(admin: GardenAccess, profile: CloudProfile): Promise<void> {
  const answer = await replace(admin, profile);
  if (answer.code >= 300) throw new Error(`${qualifiedNameOf(profile)}: ${describeGardenRejection(answer)}`);
}
