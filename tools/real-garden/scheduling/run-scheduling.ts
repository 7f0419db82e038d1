import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { countShootsBySeed, scheduleShoot } from "#lib/policy/scheduling/schedule-shoot.ts";
import { createRandom } from "#lib/random.ts";
import { describeGardenRejection, type GardenAccess } from "../garden-access.ts";
import { listGardenObjects } from "../garden-objects.ts";
import {
  createOrReplaceObject,
  deleteImportedObject,
  pathOf,
  qualifiedNameOf,
  replaceObjectStatus,
} from "../import-objects.ts";
import { seedAccounts } from "../landscape-frame.ts";
import type { RealGarden } from "../start-real-garden.ts";
import { watchUntil } from "../watch-until.ts";
import { compareScheduling, type SchedulerAnswer, type SchedulingComparison } from "./compare-scheduling.ts";
import { randomSchedulingRound, type SchedulingRound, schedulingFrame, schedulingProject } from "./random-garden.ts";

interface SchedulingOptions {
  /** Number of Shoots that are created; the API server refuses some of them. */
  readonly cases: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

const shootsPerRound = 25;

/**
 * Lets the real scheduler bind random Shoots to random Seeds, and compares its choice, or what it writes into the
 * Shoot's last operation, with what `scheduleShoot` says.
 * @returns whether they agree in all cases
 */
export async function runScheduling(garden: RealGarden, { cases, seed, say }: SchedulingOptions): Promise<boolean> {
  const random = createRandom(seed, "scheduling");
  for (const object of [...seedAccounts, ...schedulingFrame]) await must(garden.admin, object);
  const compared: SchedulingComparison[] = [];
  let refused = 0;
  for (let made = 0, number = 1; made < cases; made += shootsPerRound, number += 1) {
    const round = randomSchedulingRound(random, number, Math.min(shootsPerRound, cases - made));
    const { results, rejections } = await runRound(garden, round);
    for (const { difference } of results) if (difference !== undefined) say(difference);
    compared.push(...results);
    refused += rejections.length;
    if (rejections[0] !== undefined) say(`round ${number}: ${rejections.length} refused, first ${rejections[0]}`);
  }
  const agreed = compared.filter(({ difference }) => difference === undefined);
  const count = (holds: (one: SchedulingComparison) => boolean) => compared.filter(holds).length;
  const stages = Map.groupBy(agreed, ({ outcome }) => outcome);
  say(
    [...stages]
      .map(([outcome, members]) => `${outcome} ${members.length}`)
      .sort()
      .join(", "),
  );
  say(
    `${agreed.length} of ${compared.length} Shoots are scheduled as Almanac says, ${refused} were refused; ` +
      `${count(({ equals }) => equals > 1)} had several Seeds with equally few Shoots, and ` +
      `${count(({ tookFirst }) => !tookFirst)} went to another than the first of them`,
  );
  return agreed.length === compared.length && compared.length > 0;
}

async function must(admin: GardenAccess, object: KubeObject): Promise<void> {
  const answer = await createOrReplaceObject(admin, object);
  if (answer.code >= 300) throw new Error(`${qualifiedNameOf(object)}: ${describeGardenRejection(answer)}`);
}

/** Creates what the Shoots of a round depend on, starts the scheduler, and asks it about one Shoot after the other. */
async function runRound(garden: RealGarden, round: SchedulingRound) {
  const { admin } = garden;
  await hideSeeds(admin);
  await must(admin, round.profile);
  for (const seed of round.seeds) await plantSeed(admin, seed, round.inDeletion.has(seed.metadata.name));
  if (round.distances !== undefined) await must(admin, distancesObject(round.profile.metadata.name, round.distances));
  const results: SchedulingComparison[] = [];
  const rejections: string[] = [];
  // It starts with the Seeds as they are: nothing tells when a running scheduler has read them.
  await garden.startScheduler(round.strategy);
  try {
    for (const shoot of round.shoots) {
      const before = countShootsBySeed(await listGardenObjects<Shoot>(admin, "shoots"));
      const answer = await createOrReplaceObject(admin, shoot);
      if (answer.code >= 300 || !isKubeObject<Shoot>(answer.body)) {
        rejections.push(describeGardenRejection(answer).slice(0, 300));
        continue;
      }
      const told = await scheduled(admin, shoot);
      const stored = answer.body;
      const first = compareScheduling(await foretell(admin, round, { shoot: stored, usage: before }), told);
      if (first.difference === undefined) {
        results.push(first);
        continue;
      }
      // Meanwhile the scheduler can have bound an earlier Shoot that the API server had refused to bind.
      const usage = countShootsBySeed(await othersThan(admin, stored));
      results.push(compareScheduling(await foretell(admin, round, { shoot: stored, usage }), told));
    }
  } finally {
    await garden.stopScheduler();
  }
  return { results, rejections };
}

async function othersThan(admin: GardenAccess, { metadata }: Shoot): Promise<readonly Shoot[]> {
  const shoots = await listGardenObjects<Shoot>(admin, "shoots");
  return shoots.filter((other) => other.metadata.name !== metadata.name);
}

/** Seeds of earlier rounds are no longer chosen; they stay, since their Shoots do. */
async function hideSeeds(admin: GardenAccess): Promise<void> {
  for (const { metadata, spec } of await listGardenObjects<Seed>(admin, "seeds")) {
    if (spec.settings?.scheduling?.visible === false) continue;
    const path = pathOf({ apiVersion: "core.gardener.cloud/v1beta1", kind: "Seed", metadata }, "object");
    const body = { spec: { settings: { scheduling: { visible: false } } } };
    const answer = await admin.send({ method: "PATCH", path, body });
    if (answer.code !== 200) throw new Error(`${metadata.name}: ${describeGardenRejection(answer)}`);
  }
}

async function plantSeed(admin: GardenAccess, seed: SchedulingRound["seeds"][number], isInDeletion: boolean) {
  const answer = await createOrReplaceObject(admin, seed);
  // A range that overlaps with one of Gardener's is refused: there is a Seed less in this round.
  if (answer.code === 422) return;
  if (answer.code >= 300) throw new Error(`${qualifiedNameOf(seed)}: ${describeGardenRejection(answer)}`);
  await replaceObjectStatus(admin, seed);
  if (!isInDeletion) return;
  const body = { metadata: { finalizers: ["gardener"] } };
  await admin.send({ method: "PATCH", path: pathOf(seed, "object"), body });
  await deleteImportedObject(admin, seed);
}

function distancesObject(profile: string, distances: NonNullable<SchedulingRound["distances"]>): KubeObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: `distances-${profile}`,
      namespace: "garden",
      labels: { "scheduling.gardener.cloud/purpose": "region-config" },
      annotations: { "scheduling.gardener.cloud/cloudprofiles": profile },
    },
    ...{
      data: Object.fromEntries(Object.entries(distances).map(([region, to]) => [region, JSON.stringify(to)])),
    },
  };
}

/** Waits for the Seed that the scheduler binds, or for its words. */
async function scheduled(admin: GardenAccess, shoot: KubeObject): Promise<SchedulerAnswer> {
  let told: SchedulerAnswer | undefined;
  const collection = pathOf(shoot, "collection");
  await watchUntil<Shoot>(admin, collection, [shoot.metadata.name], ({ metadata, spec, status }) => {
    if (metadata.name !== shoot.metadata.name) return false;
    const text = status?.lastOperation?.description;
    if (spec.seedName != null) told = { seed: spec.seedName };
    else if (text != null && text !== "") told = { text };
    return told !== undefined;
  });
  if (told === undefined) throw new Error(`${shoot.metadata.name}: the scheduler said nothing`);
  return told;
}

/** What Almanac says about the Shoot, from the objects as the garden holds them. */
async function foretell(
  admin: GardenAccess,
  { strategy, profile, distances }: SchedulingRound,
  { shoot, usage }: { readonly shoot: Shoot; readonly usage: ReadonlyMap<string, number> },
) {
  const profiles = await listGardenObjects<CloudProfile>(admin, "cloudprofiles");
  const { region = "" } = shoot.spec;
  const measured = distances?.[region];
  const result = scheduleShoot(shoot, await listGardenObjects<Seed>(admin, "seeds"), {
    rules: newestRules,
    project: schedulingProject,
    strategy,
    usage,
    profileSelector:
      profiles.find(({ metadata }) => metadata.name === profile.metadata.name)?.spec.seedSelector ?? undefined,
    distances: measured && new Map(Object.entries(measured)),
  });
  return { shoot: shoot.metadata.name, result };
}
