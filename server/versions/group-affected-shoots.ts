import "server-only";
import type { NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ProfileBeforeAndAfter } from "#lib/policy/forecast/changed-profile/profile-impact.ts";
import type { LandscapeRelease } from "#lib/policy/forecast/forecaster.ts";
import { mergedProfile, type ProfileReference, profileReference } from "#lib/policy/profiles/effective-profile.ts";

/** A profile before and after a change. */
export interface ChangedProfile extends ProfileBeforeAndAfter {
  /** Key of the Shoots that use exactly this profile: {@link profileUserKey}. */
  readonly users: string;
}

export interface ProfileChangeLandscape extends ChangedProfile {
  /** NamespacedCloudProfiles whose parent is the profile. */
  readonly children: readonly NamespacedCloudProfile[];
  readonly shoots: readonly Shoot[];
}

/** A profile before and after a change, and the Shoots that use it. */
export interface AffectedShoots {
  readonly pair: ProfileBeforeAndAfter;
  readonly followers: readonly Shoot[];
}

/** For a long computation: a function to call often, which lets other requests run, the simulated period, and the garden. */
export interface SimulationRun {
  readonly pause: () => Promise<void>;
  readonly now: number;
  readonly horizon: number;
  /** Known facts about the releases and gates of the garden. */
  readonly edition: LandscapeRelease;
}

/** Key that all Shoots with the same profile have in common. A NamespacedCloudProfile is in the Shoot's namespace. */
export function profileUserKey(reference: ProfileReference | undefined, namespace = ""): string {
  return `${reference?.kind}\n${reference?.kind === "NamespacedCloudProfile" ? namespace : ""}\n${reference?.name}`;
}

/** Yields each profile that a change affects, with its Shoots; lazily, as merges are slow and may be unnecessary. */
export function* groupAffectedShoots({
  before,
  after,
  users,
  children,
  shoots,
}: ProfileChangeLandscape): Generator<AffectedShoots, void> {
  const byProfile = Map.groupBy(shoots, ({ metadata, spec }) =>
    profileUserKey(profileReference(spec ?? {}), metadata.namespace),
  );
  const own = byProfile.get(users);
  if (own) yield { pair: { before, after }, followers: own };
  for (const { metadata, spec } of children) {
    const reference = { kind: "NamespacedCloudProfile", name: metadata.name };
    const followers = byProfile.get(profileUserKey(reference, metadata.namespace));
    if (followers === undefined) continue;
    const { parent: _parent, ...override } = spec;
    // Both versions of the NamespacedCloudProfile are merged here, so that they differ only by the change.
    yield { pair: { before: mergedProfile(before, override), after: mergedProfile(after, override) }, followers };
  }
}
