import "server-only";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ProfilePair } from "#lib/policy/forecast/changed-profile/profile-impact.ts";
import { mergedProfile, profileReference } from "#lib/policy/profiles/effective-profile.ts";

export interface AffectedLandscape {
  readonly base: CloudProfile;
  readonly after: CloudProfileSpec;
  readonly children: readonly NamespacedCloudProfile[];
  readonly shoots: readonly Shoot[];
}

/** A profile before and after the change, and the Shoots that use it: at least one. */
export interface AffectedFleet {
  readonly pair: ProfilePair;
  readonly followers: readonly Shoot[];
}

/** How a long computation proceeds: it pauses often, so that others get their turn. */
export interface Course {
  readonly pause: () => Promise<void>;
  readonly now: number;
  readonly horizon: number;
}

/** Lazy, because each merge costs time and the result may no longer be needed. */
export function* affectedFleets({ base, after, children, shoots }: AffectedLandscape): Generator<AffectedFleet, void> {
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
    // Both sides are merged here, so that they differ only by the change.
    yield { pair: { before: mergedProfile(base.spec, override), after: mergedProfile(after, override) }, followers };
  }
}
