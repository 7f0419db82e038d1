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
import { type GardenFacts, gardenReleaseContext, rulesOfGarden } from "#lib/policy/editions/rules-of-shoot.ts";
import { createProfileImpact } from "#lib/policy/forecast/changed-profile/profile-impact.ts";
import { mergedProfile, profileReference } from "#lib/policy/profiles/effective-profile.ts";
import type { ProfileAdmissionContext } from "#lib/policy/profiles/one-supported.ts";
import type { ProfileItemInUseError } from "#lib/policy/profiles/profile-item-in-use-error.ts";
import { namespacedSpecStoredByApiServer } from "#lib/policy/profiles/validate-override.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import {
  nodesAboveLimit,
  overridesInUse,
  removedProfileVersionsOf,
  versionsInUse,
} from "#lib/policy/profiles/versions-in-use.ts";
import { type AccessReviews, accessReviewAttributes } from "#server/access/access-reviews.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import { scopeIncludesNamespace, type UserScope, type UserScopes } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { profileReferenceOf } from "#server/fleet/fleet-row.ts";
import { tokenHash } from "#server/identity/session.ts";
import { currentProcessorTimeBudget } from "#server/processor-time/processor-time-budget.ts";
import { forEachInTimeSlices, TimeSlices } from "#server/processor-time/time-slices.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { type CachedObject, unpackObject, type WatchedObject } from "#server/watch/packed-object.ts";
import { compareVersionEnds, type VersionEndDates } from "./compare-version-ends.ts";
import {
  groupAffectedShoots,
  type ProfileChangeLandscape,
  profileUserKey,
  type SimulationRun,
} from "./group-affected-shoots.ts";
import { inUseMessage } from "./in-use-message.ts";
import { listableNamespaces } from "./listable-namespaces.ts";
import { patchNamespacedSpec, patchProfileSpec } from "./patch-profile-spec.ts";
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
  readonly directory: Pick<ProjectDirectory, "nameOf" | "all">;
  readonly gardenFacts: (token: string) => Promise<GardenFacts>;
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
 * NamespacedCloudProfile that the user can list; or a change of one NamespacedCloudProfile for the clusters that use
 * it. Nothing is written.
 */
export function simulateProfileChange(
  app: ProfileSimulationContext,
  tried: ProfileSimulationRequest,
): Promise<WhatIfResponse> {
  return runLatest("effect", app, tried, async ({ landscape, resourceVersion, inUse }, course) => {
    const tally = await tallyEffects(app, landscape, course);
    await course.pause();
    return {
      profile: tried.body.inProject?.name ?? tried.body.profile,
      resourceVersion,
      total: tally.total,
      recomputed: tally.recomputed,
      affected: tally.effects.length,
      counts: countKinds(tally.effects),
      clusters: tally.effects.sort(compareEffects).slice(0, mostClusters),
      inUse: inUse().slice(0, mostInUse).map(inUseMessage),
      horizonAt: formatInstant(course.horizon),
    };
  });
}

/** Compares expiry dates of a version in the changed profile, for the clusters to simulate. Nothing is written. */
export function compareProfileEnds(
  app: ProfileSimulationContext,
  { ends, ...tried }: ProfileSimulationRequest & { readonly ends: VersionEndDates },
): Promise<ComparedEndsResponse> {
  return runLatest("ends", app, tried, async ({ landscape, resourceVersion }, course) => ({
    resourceVersion,
    ends: await compareVersionEnds(landscape, ends, course),
  }));
}

/** What a request simulates: a changed profile with its users, and why the garden would refuse the change. */
interface SimulatedChange {
  readonly landscape: ProfileChangeLandscape;
  readonly resourceVersion: string;
  readonly inUse: () => readonly ProfileItemInUseError[];
}

/** Runs one simulation per token and kind on objects visible to the user; a later request aborts an earlier one. */
function runLatest<Answer>(
  kind: "effect" | "ends",
  app: ProfileSimulationContext,
  { token, body, signal }: ProfileSimulationRequest,
  answer: (change: SimulatedChange, course: SimulationRun) => Promise<Answer>,
): Promise<Answer> {
  return tries.run({ key: `${tokenHash(token)} ${kind}`, signal }, async (wanted) => {
    const [seen, garden] = await Promise.all([seenLandscape(app, token, body), app.gardenFacts(token)]);
    await currentProcessorTimeBudget()?.requireLeft(wanted);
    const slices = new TimeSlices(wanted);
    const pause = () => slices.pause();
    await pause();
    const now = app.now();
    const view = profileAdmissionContextAt(now, rulesOfGarden(garden));
    const change = body.inProject === undefined ? changeOfGarden(seen, body) : changeInProject(seen, body, view);
    return answer(change, { pause, now, horizon: now + horizonMs, edition: gardenReleaseContext(garden) });
  });
}

interface SeenLandscape {
  readonly base: WatchedObject<CloudProfile>;
  /** NamespacedCloudProfiles based on it; for a change in a project, those of the project. */
  readonly children: readonly WatchedObject<NamespacedCloudProfile>[];
  readonly shoots: readonly WatchedObject<Shoot>[];
  /** Namespace of the project whose profile changes; empty for a change of the CloudProfile. */
  readonly namespace: string;
}

function changeOfGarden({ base, children, shoots }: SeenLandscape, body: WhatIfRequest): SimulatedChange {
  const after = patchProfileSpec(base, body);
  const users = profileUserKey({ kind: "CloudProfile", name: body.profile });
  return {
    landscape: { before: base.spec, after, users, children, shoots },
    resourceVersion: base.metadata.resourceVersion,
    inUse: () =>
      versionsInUse({ name: body.profile, before: base.spec, after }, { shoots, namespacedProfiles: children }),
  };
}

/** The profiles before and after are merged with the parent, as Gardener does it. */
function changeInProject(seen: SeenLandscape, body: WhatIfRequest, view: ProfileAdmissionContext): SimulatedChange {
  const { base, children, shoots, namespace } = seen;
  const name = body.inProject?.name;
  const child = name === undefined ? undefined : children.find(({ metadata }) => metadata.name === name);
  if (name !== undefined && child === undefined) {
    const detail = text("The project has no cloud profile {name} that is based on {parent}.", {
      name,
      parent: body.profile,
    });
    throw new ProblemError("not-found", { detail });
  }
  const old = child?.spec ?? { parent: { kind: "CloudProfile", name: body.profile } };
  const next = namespacedSpecStoredByApiServer(patchNamespacedSpec(old, body), child?.spec, view);
  const mergedWith = ({ parent: _, ...override }: NamespacedCloudProfile["spec"]) => mergedProfile(base.spec, override);
  const reference = child
    ? { kind: "NamespacedCloudProfile", name: child.metadata.name }
    : { kind: "CloudProfile", name: body.profile };
  const users = profileUserKey(reference, namespace);
  const using = shoots.filter(
    ({ metadata, spec }) => profileUserKey(profileReference(spec ?? {}), metadata.namespace) === users,
  );
  return {
    landscape: { before: mergedWith(old), after: mergedWith(next), users, children: [], shoots: using },
    resourceVersion: (child ?? base).metadata.resourceVersion,
    // Clusters that do not use the new profile yet cannot stand in its way.
    inUse: () =>
      child === undefined
        ? []
        : [
            ...overridesInUse(removedProfileVersionsOf(old, next), base.spec, { shoots: using, view }),
            ...nodesAboveLimit(old, next, using),
          ],
  };
}

/** The CloudProfile, and those NamespacedCloudProfiles and Shoots based on it that the user can see. */
async function seenLandscape(
  app: ProfileSimulationContext,
  token: string,
  { profile: name, inProject }: WhatIfRequest,
): Promise<SeenLandscape> {
  const { sources, reviews, scopes } = app;
  if (!(await reviews.may(token, accessReviewAttributes("get", cloudProfiles, { name })))) {
    throw new ProblemError("forbidden", {
      detail: text("The garden does not let you read the CloudProfile {name}.", { name }),
    });
  }
  const base = sources.cloudProfiles.byName("", name);
  if (base === undefined)
    throw new ProblemError("not-found", { detail: text("There is no CloudProfile {name}.", { name }) });
  const scope = await scopes.scopeOf(token);
  const namespace = inProject === undefined ? "" : seenNamespace(app, scope, inProject.project);
  const isInside = (object: KubeObject) => namespace === "" || object.metadata.namespace === namespace;
  const profiles = sources.namespacedCloudProfiles
    .all()
    .filter((profile) => profile.spec?.parent?.name === name && isInside(profile));
  const { listable } = await listableNamespaces(reviews, { token, scope, profiles });
  const children = profiles.filter(({ metadata }) => listable.has(metadata.namespace ?? ""));
  const names = new Set([name, ...children.map(({ metadata }) => metadata.name)]);
  const follows = (shoot: KubeObject) => names.has(profileReferenceOf(shoot)?.name ?? "");
  return {
    base,
    children,
    namespace,
    shoots: await unpackedOf(
      sources.shoots
        .flatMap((mirror) => mirror.listSummaries())
        .filter(
          (shoot) => scopeIncludesNamespace(scope, shoot.metadata.namespace ?? "") && isInside(shoot) && follows(shoot),
        ),
    ),
  };
}

/** Namespace of a project whose clusters the user sees. */
function seenNamespace({ directory }: ProfileSimulationContext, scope: UserScope, project: string): string {
  const namespace = directory.all().find(({ metadata }) => metadata.name === project)?.spec.namespace;
  if (namespace && scopeIncludesNamespace(scope, namespace)) return namespace;
  throw new ProblemError("not-found", { detail: text("There is no such project, or you do not see it.") });
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
  { pause, ...options }: SimulationRun,
): Promise<Tally> {
  const tally: Tally = { total: 0, recomputed: 0, effects: [] };
  for (const { pair, followers } of groupAffectedShoots(landscape)) {
    await pause();
    const impactOn = createProfileImpact(pair, options);
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
