import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { profileReferenceOf } from "./fleet-row.ts";
import { ParsedProfile, type ProfileReader, unknownProfile } from "./profile-reader.ts";
import { nonEmptyTextAt } from "./wire-fields.ts";

/** Data of the profile that applies to a Shoot, for its row and forecast. */
export interface EffectiveProfileData {
  /** Spec of the effective CloudProfile; the same object while it is unchanged. */
  readonly spec: CloudProfileSpec | undefined;
  /** The profile's versions with their current classification. */
  readonly reader: ProfileReader;
  /** Name of the CloudProfile to which a missing version must be added: for a NamespacedCloudProfile its parent. */
  readonly rootProfile: string | undefined;
}

type ProfileReference = NonNullable<FleetRow["profile"]>;

interface Followed {
  readonly spec: CloudProfileSpec | undefined;
  readonly root: string;
}

/** The profile's spec, or undefined when it is no object, so that one invalid profile does not break the others. */
function soundOf(spec: CloudProfileSpec | null | undefined): CloudProfileSpec | undefined {
  return isRecord(spec) ? spec : undefined;
}

/** Parses a profile once per object; an updated profile is a new object. */
const readOf = memoizePerObject((spec: CloudProfileSpec) => new ParsedProfile(spec));

/** The effective profiles of all Shoots, each parsed once until it changes or one of its dates passes. */
export class ProfileIndex {
  readonly #cloudProfiles: ObjectCache<CloudProfile>;
  readonly #namespaced: ObjectCache<NamespacedCloudProfile>;
  #readers = new WeakMap<object, ProfileReader>();
  #validUntil = Number.NEGATIVE_INFINITY;

  constructor(cloudProfiles: ObjectCache<CloudProfile>, namespaced: ObjectCache<NamespacedCloudProfile>) {
    this.#cloudProfiles = cloudProfiles;
    this.#namespaced = namespaced;
  }

  /** The profile that applies to a Shoot at `now` (Unix milliseconds). */
  inputFor(shoot: KubeObject, now: number): EffectiveProfileData {
    const reference = profileReferenceOf(shoot);
    const followed = reference && this.#followed(shoot, reference);
    return {
      spec: followed?.spec,
      reader: followed?.spec === undefined ? unknownProfile : this.#readerOf(followed.spec, now),
      rootProfile: followed?.root,
    };
  }

  /** When the classification of any version of any profile changes next; Infinity if never. */
  nextTransitionAfter(now: number): number {
    const specs = [
      ...this.#cloudProfiles.all().flatMap(({ spec }) => soundOf(spec) ?? []),
      ...this.#namespaced.all().flatMap(({ status }) => soundOf(status?.cloudProfileSpec) ?? []),
    ];
    return Math.min(Number.POSITIVE_INFINITY, ...specs.map((spec) => readOf(spec).nextTransitionAfter(now)));
  }

  #followed(shoot: KubeObject, { kind, name }: ProfileReference): Followed {
    if (kind === "CloudProfile") return { spec: soundOf(this.#cloudProfiles.byName("", name)?.spec), root: name };
    if (kind !== "NamespacedCloudProfile") return { spec: undefined, root: name };
    const profile = this.#namespaced.byName(shoot.metadata.namespace ?? "", name);
    return {
      // Gardener merges the parent profile into `status`; before that the effective spec is unknown.
      spec: soundOf(profile?.status?.cloudProfileSpec),
      root: nonEmptyTextAt(profile, "spec", "parent", "name") ?? name,
    };
  }

  #readerOf(spec: CloudProfileSpec, now: number): ProfileReader {
    if (now >= this.#validUntil) {
      this.#readers = new WeakMap();
      this.#validUntil = this.nextTransitionAfter(now);
    }
    const known = this.#readers.get(spec);
    if (known !== undefined) return known;
    const reader = readOf(spec).at(now);
    this.#readers.set(spec, reader);
    return reader;
  }
}
