import "server-only";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ProfileBeforeAndAfter } from "#lib/policy/forecast/changed-profile/profile-impact.ts";
import { mergedProfile, profileReference } from "#lib/policy/profiles/effective-profile.ts";

export interface ProfileChangeLandscape {
  readonly base: CloudProfile;
  readonly after: CloudProfileSpec;
  readonly children: readonly NamespacedCloudProfile[];
  readonly shoots: readonly Shoot[];
}

/** A profile before and after a change, and the Shoots that use it. */
export interface AffectedShoots {
  readonly pair: ProfileBeforeAndAfter;
  readonly followers: readonly Shoot[];
}

/** For a long computation: a function to call often, which lets other requests run, and the simulated period. */
export interface SimulationRun {
  readonly pause: () => Promise<void>;
  readonly now: number;
  readonly horizon: number;
}

/** Yields each profile that a change affects, with its Shoots; lazily, as merges are slow and may be unnecessary. */
export function* groupAffectedShoots({
  base,
  after,
  children,
  shoots,
}: ProfileChangeLandscape): Generator<AffectedShoots, void> {
  const byProfile = Map.groupBy(shoots, ({ metadata, spec }) => {
    const reference = profileReference(spec ?? {});
    const namespace = reference?.kind === "NamespacedCloudProfile" ? metadata.namespace : "";
    return `${reference?.kind}\n${namespace}\n${reference?.name}`;
  });
  const own = byProfile.get(`CloudProfile\n\n${base.metadata.name}`);
  if (own) yield { pair: { before: base.spec, after }, followers: own };
  for (const { metadata, spec } of children) {
    const followers = byProfile.get(`NamespacedCloudProfile\n${metadata.namespace}\n${metadata.name}`);
    if (followers === undefined) continue;
    const { parent: _parent, ...override } = spec;
    // Both versions of the NamespacedCloudProfile are merged here, so that they differ only by the change.
    yield { pair: { before: mergedProfile(base.spec, override), after: mergedProfile(after, override) }, followers };
  }
}
