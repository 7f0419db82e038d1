import "server-only";
import { setImmediate } from "node:timers/promises";
import {
  type ClusterEffect,
  cloudProfileSpecSchema,
  type effectKinds,
  type WhatIf,
  type WhatIfBody,
} from "#lib/contract/versions.ts";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { cloudProfiles } from "#lib/kube/resource.ts";
import { createImpact, type ProfilePair } from "#lib/policy/forecast/profile-impact.ts";
import { mergeProfiles, profileReference } from "#lib/policy/profiles/effective-profile.ts";
import { versionsInUse } from "#lib/policy/profiles/versions-in-use.ts";
import { clusterEffect, compareEffects } from "#lib/view/versions/cluster-effect.ts";
import { inUseWords } from "#lib/view/versions/in-use-words.ts";
import type { AccessReviews } from "../access/access-reviews.ts";
import type { ProjectDirectory } from "../access/project-directory.ts";
import { covers, type UserScopes } from "../access/user-scope.ts";
import type { FleetSources } from "../fleet/fleet.ts";
import { GardenError } from "../garden/garden-error.ts";
import { ProblemError } from "../http/problem.ts";
import type { Mirrored } from "../watch/mirror.ts";

export interface TryingChange {
  readonly sources: Pick<FleetSources, "cloudProfiles" | "namespacedCloudProfiles" | "shoots">;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly reviews: Pick<AccessReviews, "may">;
  readonly directory: Pick<ProjectDirectory, "nameOf">;
  readonly now: () => number;
}

export interface TriedChange {
  readonly token: string;
  readonly body: WhatIfBody;
  readonly signal: AbortSignal;
}

/** Far enough for the longest support that anybody sells, near enough that the answer means something. */
const horizonMs = 2 * 366 * 86_400_000;
/** Others are served in between. */
const sliceMs = 20;
const mostClusters = 300;
const mostInUse = 20;

/**
 * What a change of a CloudProfile would make of the clusters that the user sees: those that follow it, and those that
 * follow a project's own profile below it. Nothing is written.
 */
export async function tryProfileChange(app: TryingChange, { token, body, signal }: TriedChange): Promise<WhatIf> {
  const { profile: name } = body;
  const { group, plural } = cloudProfiles;
  if (!(await app.reviews.may(token, { verb: "get", group, resource: plural, name }))) {
    throw new ProblemError("forbidden", { detail: `The garden does not let you read the CloudProfile ${name}.` });
  }
  const base = app.sources.cloudProfiles.byName("", name);
  if (base === undefined) throw new ProblemError("not-found", { detail: `There is no CloudProfile ${name}.` });
  const after = changedSpec(base, body);
  const scope = await app.scopes.scopeOf(token);
  const shoots = app.sources.shoots
    .flatMap((mirror) => mirror.all())
    .filter(({ metadata }) => covers(scope, metadata.namespace ?? ""));
  const children = app.sources.namespacedCloudProfiles
    .all()
    .filter(({ metadata, spec }) => spec?.parent?.name === name && covers(scope, metadata.namespace ?? ""));
  const now = app.now();
  const horizon = now + horizonMs;
  const tally = newTally();
  for (const { pair, followers } of affectedFleets({ base, after, children, shoots })) {
    const impactOn = createImpact(pair, { now, horizon });
    await inSlices(followers, signal, (shoot) => {
      const difference = impactOn(shoot);
      tally.total += 1;
      if (difference === "unconcerned") return;
      tally.recomputed += 1;
      if (difference === "same") return;
      const project = app.directory.nameOf(shoot.metadata.namespace ?? "");
      tally.effects.push(clusterEffect({ project, name: shoot.metadata.name }, difference));
    });
  }
  const users = { shoots, namespacedProfiles: children };
  const inUse = versionsInUse({ name, before: base.spec, after }, users);
  return {
    profile: name,
    resourceVersion: base.metadata.resourceVersion,
    total: tally.total,
    recomputed: tally.recomputed,
    affected: tally.effects.length,
    counts: countKinds(tally.effects),
    clusters: tally.effects.sort(compareEffects).slice(0, mostClusters),
    inUse: inUse.slice(0, mostInUse).map(inUseWords),
    horizonAt: formatInstant(horizon),
  };
}

function changedSpec({ spec }: CloudProfile, { spec: patch }: WhatIfBody): CloudProfileSpec {
  const parsed = cloudProfileSpecSchema.safeParse(applyMergePatch(spec, patch));
  if (parsed.success) return parsed.data;
  throw new ProblemError("invalid-request", {
    detail: "The API server could not read this profile.",
    causes: parsed.error.issues
      .slice(0, 20)
      .map(({ path, message }) => ({ field: ["spec", ...path].join("."), message })),
  });
}

interface Landscape {
  readonly base: CloudProfile;
  readonly after: CloudProfileSpec;
  readonly children: readonly NamespacedCloudProfile[];
  readonly shoots: readonly Mirrored<Shoot>[];
}

interface AffectedFleet {
  readonly pair: ProfilePair;
  readonly followers: readonly Mirrored<Shoot>[];
}

function affectedFleets({ base, after, children, shoots }: Landscape): readonly AffectedFleet[] {
  const byProfile = Map.groupBy(shoots, ({ metadata, spec }) => {
    const reference = profileReference(spec ?? {});
    const namespace = reference?.kind === "NamespacedCloudProfile" ? metadata.namespace : "";
    return `${reference?.kind}\n${namespace}\n${reference?.name}`;
  });
  const { name } = base.metadata;
  return [
    { pair: { before: base.spec, after }, followers: byProfile.get(`CloudProfile\n\n${name}`) ?? [] },
    ...children.map(({ metadata, spec: { parent: _parent, ...override } }) => ({
      // Both sides are merged here, so that nothing differs but the change.
      pair: { before: mergeProfiles(base.spec, override), after: mergeProfiles(after, override) },
      followers: byProfile.get(`NamespacedCloudProfile\n${metadata.namespace}\n${metadata.name}`) ?? [],
    })),
  ];
}

function newTally(): { total: number; recomputed: number; effects: ClusterEffect[] } {
  return { total: 0, recomputed: 0, effects: [] };
}

async function inSlices<Item>(items: readonly Item[], signal: AbortSignal, each: (item: Item) => void): Promise<void> {
  let sliceEndsAt = performance.now() + sliceMs;
  for (const item of items) {
    each(item);
    if (performance.now() < sliceEndsAt) continue;
    await setImmediate();
    if (signal.aborted) throw new GardenError({ reason: "aborted", message: "Nobody waits for the answer any more" });
    sliceEndsAt = performance.now() + sliceMs;
  }
}

function countKinds(effects: readonly ClusterEffect[]): WhatIf["counts"] {
  const count = (kind: (typeof effectKinds)[number]) => effects.filter(({ kinds }) => kinds.includes(kind)).length;
  return {
    stuck: count("stuck"),
    freed: count("freed"),
    earlier: count("earlier"),
    later: count("later"),
    otherwise: count("otherwise"),
  };
}
