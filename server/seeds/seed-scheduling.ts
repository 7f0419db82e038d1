import "server-only";
import { createHash } from "node:crypto";
import type { SeedScheduling, SeedSchedulingChange } from "#lib/contract/seed/scheduling.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { profileSelectorOf } from "#lib/garden/valid-seed.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { cloudProfiles, seeds as seedResource } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { putLastWithLimit } from "#lib/memo/put-last-with-limit.ts";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";
import { findReachChanges, type OfferedRegion, type ReachChange } from "#lib/policy/scheduling/seed-visibility.ts";
import { describeReach } from "#lib/words/seeds/seed-visibility-descriptions.ts";
import { ProblemError, type ProblemFacts } from "#server/boundary/problem.ts";
import { toProblemErrorWith } from "#server/boundary/to-problem-error.ts";
import type { ClusterReadContext } from "#server/clusters/read-cluster.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import { GardenError, type GardenErrorReason, isOutcomeUncertain } from "#server/garden/garden-error.ts";
import { listAll } from "#server/garden/list-all.ts";
import { type SchedulingInput, schedulingFactsOf } from "./seed-choice.ts";
import { shootsPerSeed } from "./shoots-per-seed.ts";

interface SeedRequest {
  readonly token: string;
  /** Name of the Seed. */
  readonly seed: string;
  readonly signal: AbortSignal;
}

interface Context extends Pick<ClusterReadContext, "withToken" | "scopes"> {
  readonly sources: Pick<FleetSources, "shoots">;
  /** The garden's release, absent if it is not published, and the gates that the operator has set. */
  readonly gardenFacts: (token: string) => Promise<GardenFacts>;
}

/** Whether the scheduler sees a Seed, and what follows from the other choice. Everything is read with the user's token. */
export async function readSeedScheduling(
  context: Context,
  { token, seed, signal }: SeedRequest,
): Promise<SeedScheduling> {
  const client = context.withToken(token);
  const listing = { client, signal };
  const [seeds, profiles, garden, scope] = await Promise.all([
    listAll<Seed>(listing, seedResource),
    listAll<CloudProfile>(listing, cloudProfiles),
    context.gardenFacts(token),
    context.scopes.scopeOf(token),
  ]);
  if (seeds === undefined) throw new ProblemError("forbidden", { detail: text("You are not allowed to list Seeds.") });
  const found = seeds.find(({ metadata }) => metadata.name === seed);
  if (found === undefined) throw new ProblemError("not-found", { detail: text("There is no such Seed.") });
  const counts = shootsPerSeed(scope, context.sources);
  return {
    seed,
    generation: generationOf(found),
    visible: isVisible(found),
    ...(counts && { clusters: counts.get(seed) ?? 0 }),
    changes: sentencesOf(reachChanges(found, { seeds, profiles: profiles ?? [], garden, counts })),
    profilesRead: profiles !== undefined,
  };
}

interface ReachInput extends Pick<SchedulingInput, "garden" | "counts"> {
  readonly seeds: readonly Seed[];
  readonly profiles: readonly CloudProfile[];
}

/** Answers that are kept: for hundreds of regions and a hundred Seeds, one takes a while. */
const mostAnswers = 64;
const knownChanges = new Map<string, readonly ReachChange[]>();

/** What the other visibility of a Seed changes for new clusters, computed once until something that it reads changes. */
function reachChanges(seed: Seed, { seeds, profiles, garden, counts }: ReachInput): readonly ReachChange[] {
  const versions = [...seeds, ...profiles].map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`);
  const key = createHash("sha256")
    .update(JSON.stringify([seed.metadata.uid, versions, garden, counts && [...counts]]))
    .digest("base64url");
  const changes = knownChanges.get(key) ?? computeReachChanges(seed, { seeds, profiles, garden, counts });
  putLastWithLimit(knownChanges, [key, changes], mostAnswers);
  return changes;
}

function computeReachChanges(seed: Seed, { seeds, profiles, garden, counts }: ReachInput): readonly ReachChange[] {
  const { facts, ...valid } = schedulingFactsOf({ projectName: "", profile: undefined, garden, counts }, seeds);
  const change = { name: seed.metadata.name, visible: !isVisible(seed) };
  return findReachChanges(change, valid.seeds, { regions: profiles.flatMap(offeredRegions), facts });
}

function generationOf({ metadata }: Seed): number {
  return metadata.generation ?? 0;
}

/** Gardener's default is a visible Seed. */
function isVisible(seed: Seed): boolean {
  return fieldAt(seed, "spec", "settings", "scheduling", "visible") !== false;
}

function offeredRegions({ metadata: { name }, spec }: CloudProfile): readonly OfferedRegion[] {
  const provider = stringAt(spec, "type") ?? "";
  const profileSelector = profileSelectorOf(spec);
  return listAt(spec, "regions").map((region) => ({
    profile: name,
    provider,
    region: stringAt(region, "name") ?? "",
    profileSelector,
  }));
}

/** A sentence per region and outcome, with all profiles for which it holds. */
function sentencesOf(changes: readonly ReachChange[]): SeedScheduling["changes"] {
  const alike = Map.groupBy(changes, ({ offered, zonal, after }) => `${offered.region}/${zonal}/${after}`);
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const profiles = [first, ...others].map(({ offered }) => offered.profile);
    return [{ sentence: describeReach(first, profiles), after: first.after }];
  });
}

/** Attempts to write: between reading and writing a Seed, its gardenlet writes the status now and then. */
const mostAttempts = 4;

/**
 * Hides a Seed from the scheduler, or shows it, with the user's own token. Nothing is written if somebody has changed
 * the specification since the user saw it; changes of the status do not matter.
 * @returns the visibility that the garden has stored
 */
export async function changeSeedScheduling(
  { withToken }: Pick<Context, "withToken">,
  { token, seed, change, signal }: SeedRequest & { readonly change: SeedSchedulingChange },
): Promise<{ readonly visible: boolean }> {
  const client = withToken(token);
  const target = { resource: seedResource, name: seed };
  const read = async () => {
    try {
      return (await client.get<Seed>(target, { signal })).body;
    } catch (error) {
      const detail = text("Nothing was written: the Seed could not be read.");
      throw toProblemErrorWith(error, () => ({ detail }));
    }
  };
  const write = async (attempt: number): Promise<boolean> => {
    const found = await read();
    if (generationOf(found) !== change.generation) throw new ProblemError("conflict", { detail: changedText(found) });
    const { resourceVersion = "" } = found.metadata;
    const patch = { metadata: { resourceVersion }, spec: { settings: { scheduling: { visible: change.visible } } } };
    try {
      return isVisible((await client.patch<Seed>(target, patch, { signal })).body);
    } catch (error) {
      if (attempt < mostAttempts && error instanceof GardenError && error.reason === "conflict")
        return write(attempt + 1);
      throw toProblemErrorWith(error, ({ reason }) => factsFor(reason));
    }
  };
  return { visible: await write(1) };
}

function changedText(seed: Seed): string {
  return isVisible(seed)
    ? text("Nothing was written: somebody has changed the Seed's specification meanwhile. The scheduler sees the Seed.")
    : text(
        "Nothing was written: somebody has changed the Seed's specification meanwhile. The scheduler does not see the Seed.",
      );
}

function factsFor(reason: GardenErrorReason): ProblemFacts {
  if (isOutcomeUncertain(reason)) {
    return { detail: text("Whether the change took effect is not certain: look at the Seed again.") };
  }
  switch (reason) {
    case "conflict":
      return { detail: text("Nothing was written: the Seed changes too often at the moment. Try again.") };
    case "forbidden":
      return { detail: text("You are not allowed to change this Seed.") };
    default:
      return {};
  }
}
