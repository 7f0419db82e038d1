import "server-only";
import type { SeedScheduling, SeedSchedulingChange } from "#lib/contract/seed/scheduling.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { profileSelectorOf } from "#lib/garden/valid-seed.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { cloudProfiles, seeds as seedResource } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";
import { countShootsBySeed } from "#lib/policy/scheduling/schedule-shoot.ts";
import { findReachChanges, type OfferedRegion, type ReachChange } from "#lib/policy/scheduling/seed-visibility.ts";
import { describeReach } from "#lib/words/seeds/seed-visibility-descriptions.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import { ProblemError, type ProblemFacts } from "#server/boundary/problem.ts";
import { toProblemErrorWith } from "#server/boundary/to-problem-error.ts";
import type { ClusterReadContext } from "#server/clusters/read-cluster.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import { type GardenErrorReason, isOutcomeUncertain } from "#server/garden/garden-error.ts";
import { listAll } from "#server/garden/list-all.ts";
import { schedulingFactsOf } from "./seed-choice.ts";

interface SeedRequest {
  readonly token: string;
  /** Name of the Seed. */
  readonly seed: string;
  readonly signal: AbortSignal;
}

interface Context extends Pick<ClusterReadContext, "withToken" | "scopes" | "reviews"> {
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
  const [seeds, profiles, garden, scope, mayChange] = await Promise.all([
    listAll<Seed>(listing, seedResource),
    listAll<CloudProfile>(listing, cloudProfiles),
    context.gardenFacts(token),
    context.scopes.scopeOf(token),
    reviewAccessOrUndefined(context.reviews, token, accessReviewAttributes("patch", seedResource, { name: seed })),
  ]);
  if (seeds === undefined) throw new ProblemError("forbidden", { detail: text("You are not allowed to list Seeds.") });
  const found = seeds.find(({ metadata }) => metadata.name === seed);
  if (found === undefined) throw new ProblemError("not-found", { detail: text("There is no such Seed.") });
  const counts = scope.all
    ? countShootsBySeed(context.sources.shoots.flatMap((mirror) => mirror.listSummaries()))
    : undefined;
  const visible = isVisible(found);
  const scheduling = schedulingFactsOf({ projectName: "", profile: undefined, garden, counts }, seeds);
  const changes = findReachChanges({ name: seed, visible: !visible }, scheduling.seeds, {
    regions: (profiles ?? []).flatMap(offeredRegions),
    facts: scheduling.facts,
  });
  return {
    seed,
    resourceVersion: found.metadata.resourceVersion ?? "",
    visible,
    ...(mayChange !== undefined && { mayChange }),
    ...(counts && { clusters: counts.get(seed) ?? 0 }),
    changes: sentencesOf(changes),
    profilesRead: profiles !== undefined,
  };
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

/**
 * Hides a Seed from the scheduler, or shows it, with the user's own token, and only the version of it that the user saw.
 * @returns the visibility that the garden has stored
 */
export async function changeSeedScheduling(
  context: Pick<Context, "withToken">,
  { token, seed, change, signal }: SeedRequest & { readonly change: SeedSchedulingChange },
): Promise<{ readonly visible: boolean }> {
  const { visible, resourceVersion } = change;
  const patch = { metadata: { resourceVersion }, spec: { settings: { scheduling: { visible } } } };
  try {
    const { body } = await context
      .withToken(token)
      .patch<Seed>({ resource: seedResource, name: seed }, patch, { signal });
    return { visible: isVisible(body) };
  } catch (error) {
    throw toProblemErrorWith(error, ({ reason }) => factsFor(reason));
  }
}

function factsFor(reason: GardenErrorReason): ProblemFacts {
  if (isOutcomeUncertain(reason)) {
    return { detail: text("Whether the change took effect is not certain: look at the Seed again.") };
  }
  switch (reason) {
    case "conflict":
      return { detail: text("Somebody has changed the Seed since you opened it. Look at what follows again.") };
    case "forbidden":
      return { detail: text("You are not allowed to change this Seed.") };
    default:
      return {};
  }
}
