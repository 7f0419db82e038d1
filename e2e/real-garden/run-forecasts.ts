import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { compareForecasts } from "./compare-forecasts.ts";
import { type GardenAccess, refusalText } from "./garden-access.ts";
import { reportedBy } from "./garden-objects.ts";
import { nameOf, put, putStatus, replace, youngProfile } from "./import-objects.ts";
import { seedAccounts } from "./landscape-frame.ts";
import { type MaintenanceCases, maintenanceCases, profileForRun } from "./maintenance-cases.ts";
import type { RealGarden } from "./start-real-garden.ts";

interface ForecastOptions {
  /** How many clusters to make beside those that are there. */
  readonly clusters: number;
  /** How often each is maintained. */
  readonly runs: number;
  readonly say: (line: string) => void;
}

/** So many share a profile. */
const perProfile = 50;

/**
 * Makes clusters of all ages and compares what Almanac foresees of their maintenance with what Gardener does.
 * @returns whether all came as foreseen
 */
export async function runForecasts({ admin, release }: RealGarden, options: ForecastOptions): Promise<boolean> {
  const { clusters, runs, say } = options;
  const now = Date.now();
  for (const account of seedAccounts) await put(admin, account);
  const profiles = Math.ceil(clusters / perProfile);
  let made = 0;
  for (let number = 1; number <= profiles; number += 1) {
    const cases = maintenanceCases(number, Math.min(perProfile, clusters - (number - 1) * perProfile), now);
    const shoots = cases.shoots.map((shoot) => reportedBy(release.version, shoot));
    made += await plant(admin, { ...cases, shoots }, say);
  }
  say(`${made} of ${clusters} clusters were created`);
  let agreed = true;
  for (let run = 1; run <= runs; run += 1) {
    for (let number = 1; number <= profiles; number += 1) await age(admin, profileForRun(number, run, now));
    const results = await compareForecasts(admin, release);
    const wrong = results.filter(({ differences }) => differences.length > 0);
    for (const { shoot, outcome, differences, lastMaintenance } of wrong) {
      say(`differs  ${shoot} (foreseen: ${outcome})\n         ${differences.join("\n         ")}`);
      say(`         the garden: ${lastMaintenance.slice(0, 600)}`);
    }
    const count = (wanted: string) => results.filter(({ outcome }) => outcome === wanted).length;
    say(
      `run ${run}: ${results.length - wrong.length} of ${results.length} clusters as foreseen ` +
        `(${count("updated")} updated, ${count("refused")} refused, ${count("nothing")} without a change)`,
    );
    agreed &&= wrong.length === 0 && results.length > 0;
  }
  return agreed;
}

/** @returns how many of its clusters the garden took */
async function plant(
  admin: GardenAccess,
  { profile, seed, frame, shoots }: MaintenanceCases,
  say: (line: string) => void,
): Promise<number> {
  const must = async (object: KubeObject): Promise<void> => {
    const answer = await put(admin, object);
    if (answer.code >= 300) throw new Error(`${nameOf(object)}: ${refusalText(answer)}`);
  };
  for (const object of [...frame, youngProfile(profile), seed]) await must(object);
  await putStatus(admin, seed);
  let made = 0;
  for (const shoot of shoots) {
    const answer = await put(admin, shoot);
    if (answer.code < 300) made += 1;
    else say(`refused  ${nameOf(shoot)}: ${refusalText(answer).slice(0, 300)}`);
    if (answer.code < 300) await putStatus(admin, shoot);
  }
  return made;
}

/** Lets the versions of a profile come to their ends. */
async function age(admin: GardenAccess, profile: CloudProfile): Promise<void> {
  const answer = await replace(admin, profile);
  if (answer.code >= 300) throw new Error(`${nameOf(profile)}: ${refusalText(answer)}`);
}
