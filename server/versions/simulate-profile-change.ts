import "server-only";
import type {
  ClusterEffect,
  ComparedEndsResponse,
  clusterEffectKinds,
  WhatIfRequest,
  WhatIfResponse,
} from "#lib/contract/versions.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { cloudProfiles } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { createProfileImpact } from "#lib/policy/forecast/changed-profile/profile-impact.ts";
import { versionsInUse } from "#lib/policy/profiles/versions-in-use.ts";
import { type AccessReviews, accessReviewAttributes } from "#server/access/access-reviews.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import { scopeIncludesNamespace, type UserScopes } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { profileReferenceOf } from "#server/fleet/fleet-row.ts";
import { tokenHash } from "#server/identity/session.ts";
import { currentProcessorTimeBudget } from "#server/processor-time/processor-time-budget.ts";
import { forEachInTimeSlices, TimeSlices } from "#server/processor-time/time-slices.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { type CachedObject, unpackObject, type WatchedObject } from "#server/watch/packed-object.ts";
import { compareVersionEnds, type VersionEndDates } from "./compare-version-ends.ts";
import { groupAffectedShoots, type ProfileChangeLandscape, type SimulationRun } from "./group-affected-shoots.ts";
import { inUseMessage } from "./in-use-message.ts";
import { listableNamespaces } from "./listable-namespaces.ts";
import { patchProfileSpec } from "./patch-profile-spec.ts";
import { SupersedingRunner } from "./superseding-runner.ts";
import { compareEffects, toClusterEffect } from "./to-cluster-effect.ts";

export interface ProfileSimulationContext {
  readonly sources: {
    readonly cloudProfiles: Pick<ObjectCache<CloudProfile>, "byName">;
    readonly namespacedCloudProfiles: Pick<ObjectCache<NamespacedCloudProfile>, "all">;
    readonly shoots: readonly Pick<ObjectCache<Shoot>, "listSummaries">[];
  };
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly reviews: Pick<AccessReviews, "may">;
  readonly directory: Pick<ProjectDirectory, "nameOf">;
  readonly now: () => number;
}

export interface ProfileSimulationRequest {
  readonly token: string;
  readonly body: WhatIfRequest;
  readonly signal: AbortSignal;
}

/** Simulated period: longer than Kubernetes versions are supported, but not longer than can be predicted. */
const horizonMs = 2 * 366 * dayMs;
const mostClusters = 300;
const mostInUse = 20;

/** One simulation per token and kind: browsers repeat the request with every edit and need only the last response. */
const tries = new SupersedingRunner(
  () =>
    new ProblemError("too-many-requests", {
      detail: text("A newer try of this session took the place of this one."),
      retryAfterSeconds: 1,
    }),
);

/**
 * Simulates a change of a CloudProfile for the clusters that the user can see and that use it, directly or through a
 * NamespacedCloudProfile that the user can list. Nothing is written.
 */
export function simulateProfileChange(
  app: ProfileSimulationContext,
  tried: ProfileSimulationRequest,
): Promise<WhatIfResponse> {
  return runLatest("effect", app, tried, async (landscape, course) => {
    const { base, after, children, shoots } = landscape;
    const tally = await tallyEffects(app, landscape, course);
    await course.pause();
    const users = { shoots, namespacedProfiles: children };
    const inUse = versionsInUse({ name: tried.body.profile, before: base.spec, after }, users);
    return {
      profile: tried.body.profile,
      resourceVersion: base.metadata.resourceVersion,
      total: tally.total,
      recomputed: tally.recomputed,
      affected: tally.effects.length,
      counts: countKinds(tally.effects),
      clusters: tally.effects.sort(compareEffects).slice(0, mostClusters),
      inUse: inUse.slice(0, mostInUse).map(inUseMessage),
      horizonAt: formatInstant(course.horizon),
    };
  });
}

/** Compares expiry dates of a version in the changed profile, for the clusters to simulate. Nothing is written. */
export function compareProfileEnds(
  app: ProfileSimulationContext,
  { ends, ...tried }: ProfileSimulationRequest & { readonly ends: VersionEndDates },
): Promise<ComparedEndsResponse> {
  return runLatest("ends", app, tried, async (landscape, course) => ({
    resourceVersion: landscape.base.metadata.resourceVersion,
    ends: await compareVersionEnds(landscape, ends, course),
  }));
}

type ChangedLandscape = Awaited<ReturnType<typeof seenLandscape>> & Pick<ProfileChangeLandscape, "after">;

/** Runs one simulation per token and kind on objects visible to the user; a later request aborts an earlier one. */
function runLatest<Answer>(
  kind: "effect" | "ends",
  app: ProfileSimulationContext,
  { token, body, signal }: ProfileSimulationRequest,
  answer: (landscape: ChangedLandscape, course: SimulationRun) => Promise<Answer>,
): Promise<Answer> {
  return tries.run({ key: `${tokenHash(token)} ${kind}`, signal }, async (wanted) => {
    const { base, children, shoots } = await seenLandscape(app, token, body.profile);
    await currentProcessorTimeBudget()?.requireLeft(wanted);
    const slices = new TimeSlices(wanted);
    const pause = () => slices.pause();
    await pause();
    const landscape = { base, after: patchProfileSpec(base, body), children, shoots };
    const now = app.now();
    return answer(landscape, { pause, now, horizon: now + horizonMs });
  });
}

/** The CloudProfile, and those NamespacedCloudProfiles and Shoots based on it that the user can see. */
async function seenLandscape({ sources, reviews, scopes }: ProfileSimulationContext, token: string, name: string) {
  if (!(await reviews.may(token, accessReviewAttributes("get", cloudProfiles, { name })))) {
    throw new ProblemError("forbidden", {
      detail: text("The garden does not let you read the CloudProfile {name}.", { name }),
    });
  }
  const base = sources.cloudProfiles.byName("", name);
  if (base === undefined)
    throw new ProblemError("not-found", { detail: text("There is no CloudProfile {name}.", { name }) });
  const scope = await scopes.scopeOf(token);
  const profiles = sources.namespacedCloudProfiles.all().filter(({ spec }) => spec?.parent?.name === name);
  const { listable } = await listableNamespaces(reviews, { token, scope, profiles });
  const children = profiles.filter(({ metadata }) => listable.has(metadata.namespace ?? ""));
  const names = new Set([name, ...children.map(({ metadata }) => metadata.name)]);
  const follows = (shoot: KubeObject) => names.has(profileReferenceOf(shoot)?.name ?? "");
  return {
    base,
    children,
    shoots: await unpackedOf(
      sources.shoots
        .flatMap((mirror) => mirror.listSummaries())
        .filter((shoot) => scopeIncludesNamespace(scope, shoot.metadata.namespace ?? "") && follows(shoot)),
    ),
  };
}

async function unpackedOf<Item extends KubeObject>(
  held: readonly CachedObject<Item>[],
): Promise<readonly WatchedObject<Item>[]> {
  const all: WatchedObject<Item>[] = [];
  await forEachInTimeSlices(held, (each) => all.push(unpackObject(each)));
  return all;
}

interface Tally {
  total: number;
  recomputed: number;
  readonly effects: ClusterEffect[];
}

async function tallyEffects(
  app: ProfileSimulationContext,
  landscape: ProfileChangeLandscape,
  { pause, now, horizon }: SimulationRun,
): Promise<Tally> {
  const tally: Tally = { total: 0, recomputed: 0, effects: [] };
  for (const { pair, followers } of groupAffectedShoots(landscape)) {
    await pause();
    const impactOn = createProfileImpact(pair, { now, horizon });
    for (const shoot of followers) {
      await pause();
      const difference = impactOn(shoot);
      tally.total += 1;
      if (difference === "unconcerned") continue;
      tally.recomputed += 1;
      if (difference === "same") continue;
      const project = app.directory.nameOf(shoot.metadata.namespace ?? "");
      tally.effects.push(toClusterEffect({ project, name: shoot.metadata.name }, difference));
    }
  }
  return tally;
}

function countKinds(effects: readonly ClusterEffect[]): WhatIfResponse["counts"] {
  const count = (kind: (typeof clusterEffectKinds)[number]) =>
    effects.filter(({ kinds }) => kinds.includes(kind)).length;
  return {
    stuck: count("stuck"),
    freed: count("freed"),
    earlier: count("earlier"),
    later: count("later"),
    otherwise: count("otherwise"),
  };
}
