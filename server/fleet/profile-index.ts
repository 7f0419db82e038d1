import "server-only";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { Mirror } from "../watch/mirror.ts";
import { profileOf } from "./fleet-row.ts";
import { type ProfileReader, ReadProfile, unknownProfile } from "./profile-reader.ts";
import { textAt } from "./wire-reading.ts";

/** The effective profiles, read once each until they change or a date passes. */
export class ProfileIndex {
  readonly #cloudProfiles: Mirror<CloudProfile>;
  readonly #namespaced: Mirror<NamespacedCloudProfile>;
  /** By object: an updated profile is another object. */
  readonly #read = new WeakMap<object, ReadProfile>();
  #readers = new WeakMap<object, ProfileReader>();
  #validUntil = Number.NEGATIVE_INFINITY;

  constructor(cloudProfiles: Mirror<CloudProfile>, namespaced: Mirror<NamespacedCloudProfile>) {
    this.#cloudProfiles = cloudProfiles;
    this.#namespaced = namespaced;
  }

  /** The profile that a Shoot follows, as it reads at `now` (Unix milliseconds). */
  readerFor(shoot: KubeObject, now: number): ProfileReader {
    if (now >= this.#validUntil) {
      this.#readers = new WeakMap();
      this.#validUntil = this.nextTransitionAfter(now);
    }
    const spec = this.specFor(shoot);
    if (spec === undefined) return unknownProfile;
    const known = this.#readers.get(spec);
    if (known !== undefined) return known;
    const reader = this.#readOf(spec).at(now);
    this.#readers.set(spec, reader);
    return reader;
  }

  /** When any version of any profile changes its classification next; Infinity when none does. */
  nextTransitionAfter(now: number): number {
    const specs = [
      ...this.#cloudProfiles.all().map(({ spec }) => spec),
      ...this.#namespaced.all().flatMap(({ status }) => status?.cloudProfileSpec ?? []),
    ];
    return Math.min(Number.POSITIVE_INFINITY, ...specs.map((spec) => this.#readOf(spec).nextTransitionAfter(now)));
  }

  /** The effective profile's spec: one object as long as the profile stays as it is. */
  specFor(shoot: KubeObject): CloudProfileSpec | undefined {
    const reference = profileOf(shoot);
    if (reference === undefined) return undefined;
    if (reference.kind === "CloudProfile") return this.#cloudProfiles.byName("", reference.name)?.spec;
    if (reference.kind !== "NamespacedCloudProfile") return undefined;
    // Gardener itself merges parent and overrides into the status; before it has, nothing can be said.
    return (
      this.#namespaced.byName(shoot.metadata.namespace ?? "", reference.name)?.status?.cloudProfileSpec ?? undefined
    );
  }

  /** The CloudProfile in which a missing version would have to be added: for a namespaced profile its parent. */
  rootNameFor(shoot: KubeObject): string | undefined {
    const reference = profileOf(shoot);
    if (reference?.kind !== "NamespacedCloudProfile") return reference?.name;
    const profile = this.#namespaced.byName(shoot.metadata.namespace ?? "", reference.name);
    return textAt(profile, "spec", "parent", "name") ?? reference.name;
  }

  #readOf(spec: CloudProfileSpec): ReadProfile {
    const known = this.#read.get(spec);
    if (known !== undefined) return known;
    const read = new ReadProfile(spec);
    this.#read.set(spec, read);
    return read;
  }
}
