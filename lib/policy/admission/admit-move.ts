import type { Seed } from "#lib/garden/seed.ts";
import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { overlappingRanges } from "../scheduling/seed-networks.ts";
import { isSet } from "../spec-validation/field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { ipFamilies } from "../spec-validation/networking.ts";
import { isTruthy } from "../status/truthy.ts";

/** Distances between the regions of Seeds, as the operator has configured them in a ConfigMap. */
export interface RegionDistances {
  /** Name of the ConfigMap with the distances. */
  readonly name: string;
  /** The longest distance over which a control plane may be migrated live. */
  readonly threshold: number;
  /** Distances from the source Seed's region to other regions; undefined when the region ConfigMap lists none. */
  readonly from: ReadonlyMap<string, number> | undefined;
}

/** Facts for checking the migration of a control plane from one Seed to another. */
export interface SeedMigrationFacts {
  readonly from: Seed | undefined;
  /** The region distances; null when there are none for this CloudProfile, undefined when they are not readable. */
  readonly distances: RegionDistances | null | undefined;
}

/** A change of a Shoot that may move it to another Seed. */
export interface ShootSeedChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  /** The Seed named by the new spec. */
  readonly seed?: Seed | undefined;
  /** Annotations of the changed Shoot. When absent, no annotation is checked. */
  readonly annotations?: Readonly<Record<string, string>> | null | undefined;
  readonly status?: Pick<ShootStatus, "hibernated"> | null | undefined;
  /** Whether the change goes to the subresource `binding`, which alone may change the Seed. */
  readonly byBinding?: boolean | undefined;
  /** Whether the API server's feature gate `LiveControlPlaneMigration` is enabled; undefined when unknown. */
  readonly liveMigration?: boolean | undefined;
  readonly references?: { readonly move?: SeedMigrationFacts | undefined } | undefined;
}

const ranges = ["nodes", "services", "pods"] as const;

/**
 * Errors for the networks of a Shoot that is assigned to a Seed. The networks in the Shoot's spec and status must not
 * overlap the ranges that Gardener reserves, nor, with IPv6, the Seed's own networks.
 * @source Gardener: plugin/pkg/shoot/validator, validateShootNetworks; pkg/utils/validation/cidr/disjoint.go
 */
export function findSeedNetworkAdmissionErrors({ old, new: next, seed, status }: ShootSeedChange): FieldErrors {
  const stays = (old.seedName ?? "") === (next.seedName ?? "");
  if (seed === undefined || stays || !isSet(next.networking) || !ipFamilies(next).includes("IPv4")) return [];
  const given = fieldAt(status, "networking");
  const hasGiven = ranges.some((name) => listAt(given, name).length > 0);
  return [
    ...ranges.flatMap((name) => {
      const value = stringAt(next.networking, name);
      return value === undefined ? [] : rangeErrors(`spec.networking.${name}`, value, seed);
    }),
    ...(hasGiven ? ranges : []).flatMap((name) =>
      listAt(given, name).flatMap((value) => rangeErrors(`status.networking.${name}`, String(value), seed)),
    ),
  ];
}

function rangeErrors(path: string, value: string, seed: Seed): FieldErrors {
  return overlappingRanges(value, seed).map(({ range, ofSeed }) =>
    ofSeed === undefined
      ? fieldError(path, "NETWORK_RESERVED", { value, range })
      : fieldError(path, "NETWORKS_OVERLAP", { value, other: `Seed's ${ofSeed}`, range }),
  );
}

export const liveMigrationAnnotation = "migration.gardener.cloud/live-migrate";
const allowDistant = "migration.gardener.cloud/allow-distant-regions";
const path = "spec.seedName";

/**
 * A live migration requires its feature gate (disabled by default), a highly available control plane, a Shoot that is
 * not hibernated, and two Seeds of the same provider and release whose regions are close enough.
 * @source Gardener: plugin/pkg/shoot/validator, validateLiveMigrationPrerequisites
 */
export function findLiveMigrationAdmissionErrors(change: ShootSeedChange): FieldErrors {
  const { old, new: next, annotations, status } = change;
  if (!isTruthy(annotations?.[liveMigrationAnnotation])) return [];
  if (change.liveMigration === false) {
    return [fieldError(`metadata.annotations[${liveMigrationAnnotation}]`, "LIVE_MIGRATION_DISABLED")];
  }
  if (!old.seedName || !next.seedName || old.seedName === next.seedName) return [];
  const isSleeping = next.hibernation?.enabled === true || status?.hibernated === true;
  return [
    ...fieldErrorIf(!isSet(fieldAt(next.controlPlane, "highAvailability")), path, "LIVE_MIGRATION_NEEDS_HA"),
    ...fieldErrorIf(isSleeping, path, "LIVE_MIGRATION_ASLEEP"),
    ...seedPairErrors(change),
  ];
}

function seedPairErrors({ seed, annotations, references }: ShootSeedChange): FieldErrors {
  const { from, distances } = references?.move ?? {};
  if (from === undefined || seed === undefined) return [];
  const [was, is] = [from.spec.provider, seed.spec.provider];
  const areDistant = was.region !== is.region && !isTruthy(annotations?.[allowDistant]);
  return [
    ...fieldErrorIf(was.type !== is.type, path, "LIVE_MIGRATION_PROVIDERS", { from: was.type, to: is.type }),
    ...releaseErrors(from, seed),
    ...(areDistant ? distanceErrors(was.region, is.region, distances) : []),
  ];
}

function releaseErrors(from: Seed, to: Seed): FieldErrors {
  const silent = [from, to].filter(({ status }) => !status?.gardener?.version);
  if (silent.length > 0) {
    return silent.map(({ metadata }) => fieldError(path, "LIVE_MIGRATION_RELEASE_UNKNOWN", { seed: metadata.name }));
  }
  const [was, is] = [from.status?.gardener?.version ?? "", to.status?.gardener?.version ?? ""];
  return fieldErrorIf(was !== is, path, "LIVE_MIGRATION_RELEASES", { from: was, to: is });
}

function distanceErrors(from: string, to: string, distances: SeedMigrationFacts["distances"]): FieldErrors {
  if (distances === undefined) return [];
  const distance = distances?.from?.get(to);
  if (distances === null || distance === undefined)
    return [fieldError(path, "LIVE_MIGRATION_UNMEASURED", { from, to })];
  const { threshold } = distances;
  const facts = { from, to, distance: String(distance), threshold: String(threshold) };
  return fieldErrorIf(distance > threshold, path, "LIVE_MIGRATION_TOO_FAR", facts);
}
