import "server-only";
import type {
  ClusterEffect,
  ComparedEndsResponse,
  effectKinds,
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
import { createImpact } from "#lib/policy/forecast/changed-profile/profile-impact.ts";
import { versionsInUse } from "#lib/policy/profiles/versions-in-use.ts";
import { type AccessReviews, rightTo } from "#server/access/access-reviews.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import { covers, type UserScopes } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { profileReferenceOf } from "#server/fleet/fleet-row.ts";
import { tokenHash } from "#server/identity/session.ts";
import { inSlices, TimeSlices } from "#server/processor-time/time-slices.ts";
import { workAccountNow } from "#server/processor-time/work-account.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { type CachedObject, unpacked, type WatchedObject } from "#server/watch/packed.ts";
import { type AffectedLandscape, affectedFleets, type Course } from "./affected-fleets.ts";
import { changedSpec } from "./changed-spec.ts";
import { clusterEffect, compareEffects } from "./cluster-effect.ts";
import { compareEnds, type Ends } from "./compare-ends.ts";
import { inUseMessage } from "./in-use-message.ts";
import { LatestOnly } from "./latest-only.ts";
import { listableNamespaces } from "./listable-namespaces.ts";

export interface TryingChange {
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

export interface TriedChange {
  readonly token: string;
  readonly body: WhatIfRequest;
  readonly signal: AbortSignal;
}

/** Covers the longest support on offer, but not more than can be predicted. */
const horizonMs = 2 * 366 * dayMs;
const mostClusters = 300;
const mostInUse = 20;

/** One per token and kind: the browser repeats the request with every edit, and only uses the last response. */
const tries = new LatestOnly(
  () =>
    new ProblemError("too-many-requests", {
      detail: text("A newer try of this session took the place of this one."),
      retryAfterSeconds: 1,
    }),
);

/**
 * Simulates a change of a CloudProfile for the clusters that the user sees: those that use it, and those that use a
 * project's own profile based on it, where the user can list these. Nothing is written.
 */
export function tryProfileChange(app: TryingChange, tried: TriedChange): Promise<WhatIfResponse> {
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

/** Compares ends of one version in the changed profile, for the same clusters. Nothing is written. */
export function compareProfileEnds(
  app: TryingChange,
  { ends, ...tried }: TriedChange & { readonly ends: Ends },
): Promise<ComparedEndsResponse> {
  return runLatest("ends", app, tried, async (landscape, course) => ({
    resourceVersion: landscape.base.metadata.resourceVersion,
    ends: await compareEnds(landscape, ends, course),
  }));
}

type ChangedLandscape = Awaited<ReturnType<typeof seenLandscape>> & Pick<AffectedLandscape, "after">;

/** Runs the latest question of each kind of a session on what its user can see. */
function runLatest<Answer>(
  kind: "effect" | "ends",
  app: TryingChange,
  { token, body, signal }: TriedChange,
  answer: (landscape: ChangedLandscape, course: Course) => Promise<Answer>,
): Promise<Answer> {
  return tries.run({ key: `${tokenHash(token)} ${kind}`, signal }, async (wanted) => {
    const { base, children, shoots } = await seenLandscape(app, token, body.profile);
    await workAccountNow()?.requireLeft(wanted);
    const slices = new TimeSlices(wanted);
    const pause = () => slices.pause();
    await pause();
    const landscape = { base, after: changedSpec(base, body), children, shoots };
    const now = app.now();
    return answer(landscape, { pause, now, horizon: now + horizonMs });
  });
}

/** The profile, and all dependent objects that the user can see. */
async function seenLandscape({ sources, reviews, scopes }: TryingChange, token: string, name: string) {
  if (!(await reviews.may(token, rightTo("get", cloudProfiles, { name })))) {
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
        .filter((shoot) => covers(scope, shoot.metadata.namespace ?? "") && follows(shoot)),
    ),
  };
}

async function unpackedOf<Item extends KubeObject>(
  held: readonly CachedObject<Item>[],
): Promise<readonly WatchedObject<Item>[]> {
  const all: WatchedObject<Item>[] = [];
  await inSlices(held, (each) => all.push(unpacked(each)));
  return all;
}

interface Tally {
  total: number;
  recomputed: number;
  readonly effects: ClusterEffect[];
}

async function tallyEffects(
  app: TryingChange,
  landscape: AffectedLandscape,
  { pause, now, horizon }: Course,
): Promise<Tally> {
  const tally: Tally = { total: 0, recomputed: 0, effects: [] };
  for (const { pair, followers } of affectedFleets(landscape)) {
    await pause();
    const impactOn = createImpact(pair, { now, horizon });
    for (const shoot of followers) {
      await pause();
      const difference = impactOn(shoot);
      tally.total += 1;
      if (difference === "unconcerned") continue;
      tally.recomputed += 1;
      if (difference === "same") continue;
      const project = app.directory.nameOf(shoot.metadata.namespace ?? "");
      tally.effects.push(clusterEffect({ project, name: shoot.metadata.name }, difference));
    }
  }
  return tally;
}

function countKinds(effects: readonly ClusterEffect[]): WhatIfResponse["counts"] {
  const count = (kind: (typeof effectKinds)[number]) => effects.filter(({ kinds }) => kinds.includes(kind)).length;
  return {
    stuck: count("stuck"),
    freed: count("freed"),
    earlier: count("earlier"),
    later: count("later"),
    otherwise: count("otherwise"),
  };
}
