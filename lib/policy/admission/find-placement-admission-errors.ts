import { failureToleranceOf } from "#lib/garden/failure-tolerance.ts";
import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { cidrsIntersect, parseCidr } from "#lib/kube/cidr.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { type LabelSelector, selectorMatches } from "#lib/kube/label-selector.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { controlPlaneZones } from "../spec-validation/control-plane.ts";
import { checkEach, checkOneOf, isSet } from "../spec-validation/field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { ipFamilies } from "../spec-validation/networking.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import {
  findLiveMigrationAdmissionErrors,
  findSeedNetworkAdmissionErrors,
  type ShootSeedChange,
} from "./admit-move.ts";

/** Number of Seed zones required by a control plane with failure tolerance type `zone`. */
const zonesForZones = 3;

/** The parts of a change that concern placement: region, Seed and network. */
export interface PlacementChange extends ShootSeedChange {
  readonly profile: PreparedProfile;
  readonly status?: Pick<ShootStatus, "hibernated" | "lastOperation" | "seedName"> | null | undefined;
}

/**
 * Admission errors for the placement of a Shoot (403): a Seed that only the `binding` subresource may change,
 * overlapping networks, access restrictions unknown to region or Seed, control-plane zones, impossible live migration.
 * @source Gardener: plugin/pkg/shoot/validator
 */
export function findPlacementAdmissionErrors(change: PlacementChange): FieldErrors {
  return [
    ...selectorErrors(change),
    ...seedErrors(change),
    ...seedStateErrors(change),
    ...internalVersions(change.new),
    ...networkErrors(change.new),
    ...findSeedNetworkAdmissionErrors(change),
    ...restrictionErrors(change),
    ...zoneErrors(change),
    ...kubeconfigErrors(change.new),
    ...findLiveMigrationAdmissionErrors(change),
  ];
}

/** Errors for a changed `spec.seedSelector`: it must still match the Shoot's current Seed. */
function selectorErrors({ old, new: next, seed }: PlacementChange): FieldErrors {
  const path = "spec.seedSelector";
  const [before, after] = [fieldAt(old, "seedSelector"), fieldAt(next, "seedSelector")];
  if (seed === undefined || semanticallyEqual(before, after)) return [];
  if (!isSet(after)) return [fieldError(path, "SEED_SELECTOR_UNSET")];
  const facts = { seed: seed.metadata.name };
  const types = listAt(after, "providerTypes");
  const matches = selectorMatches(soundSelector(after), seed.metadata.labels ?? {});
  const isOther = types.length > 0 && !types.includes(seed.spec.provider.type);
  return [
    ...fieldErrorIf(!matches, path, "SEED_SELECTOR_MISSES", facts),
    ...fieldErrorIf(isOther, `${path}.providerTypes`, "SEED_PROVIDER_NOT_SELECTED", facts),
  ];
}

function soundSelector(selector: unknown): LabelSelector {
  const labels = fieldAt(selector, "matchLabels");
  return {
    matchLabels: Object.fromEntries(
      Object.entries(isRecord(labels) ? labels : {}).map(([key, value]) => [key, String(value)]),
    ),
    matchExpressions: listAt(selector, "matchExpressions").map((one) => ({
      key: stringAt(one, "key") ?? "",
      operator: stringAt(one, "operator") ?? "",
      values: listAt(one, "values").map(String),
    })),
  };
}

const tolerancePath = "spec.controlPlane.highAvailability.failureTolerance.type";

/** Errors if a Shoot's Seed is in deletion, is about to be left, or has too few zones for failure tolerance `zone`. */
function seedStateErrors({ old, new: next, seed, status }: PlacementChange): FieldErrors {
  if (semanticallyEqual(old, next)) return [];
  const isMoving = Boolean(status?.seedName && next.seedName && status.seedName !== next.seedName);
  const runs = status?.lastOperation && status.lastOperation.type !== "Migrate";
  const moved = fieldErrorIf(isMoving && Boolean(runs) && old.seedName === next.seedName, "spec", "SHOOT_RESCHEDULED");
  if (seed === undefined) return moved;
  const zones = (seed.spec.provider.zones ?? []).length;
  const hasTooFew = failureToleranceOf(next) === "zone" && zones < zonesForZones;
  const facts = { seed: seed.metadata.name, zones: String(zones) };
  return [
    ...moved,
    ...fieldErrorIf(hasTooFew, tolerancePath, "SEED_HAS_TOO_FEW_ZONES", facts),
    ...fieldErrorIf(isSet(seed.metadata.deletionTimestamp), "spec", "SEED_IN_DELETION", facts),
  ];
}

/** Errors for provider configuration that uses the internal API version `__internal`. */
function internalVersions({ provider, networking }: ShootSpec): FieldErrors {
  const blocks: (readonly [path: string, block: unknown])[] = [
    ["spec.provider.infrastructureConfig", provider.infrastructureConfig],
    ["spec.provider.controlPlaneConfig", provider.controlPlaneConfig],
    ["spec.networking.providerConfig", fieldAt(networking, "providerConfig")],
  ];
  for (const [index, pool] of (provider.workers ?? []).entries()) {
    const at = `spec.provider.workers[${index}]`;
    blocks.push([`${at}.providerConfig`, pool.providerConfig]);
    blocks.push([`${at}.machine.image.providerConfig`, fieldAt(pool.machine.image, "providerConfig")]);
    for (const [place, runtime] of listAt(pool.cri, "containerRuntimes").entries()) {
      blocks.push([`${at}.cri.containerRuntimes[${place}].providerConfig`, fieldAt(runtime, "providerConfig")]);
    }
  }
  return blocks.flatMap(([path, block]) => {
    const version = stringAt(block, "apiVersion") ?? "";
    return fieldErrorIf(version.slice(version.lastIndexOf("/") + 1) === "__internal", path, "INTERNAL_VERSION");
  });
}

/** The kubeconfig Secret of an admission plugin must be among the Secrets referenced in `spec.resources`. */
function kubeconfigErrors(spec: ShootSpec): FieldErrors {
  const secrets = listAt(spec, "resources").flatMap((resource) => {
    const reference = fieldAt(resource, "resourceRef");
    const isSecret = stringAt(reference, "apiVersion") === "v1" && stringAt(reference, "kind") === "Secret";
    return isSecret ? [stringAt(reference, "name")] : [];
  });
  return listAt(spec.kubernetes.kubeAPIServer, "admissionPlugins").flatMap((plugin, index): FieldErrors => {
    const value = stringAt(plugin, "kubeconfigSecretName");
    if (value === undefined || secrets.includes(value)) return [];
    const path = `spec.kubernetes.kubeAPIServer.admissionPlugins[${index}].kubeconfigSecretName`;
    return [fieldError(path, "KUBECONFIG_NOT_IN_RESOURCES", { value })];
  });
}

/** A Seed is set by the scheduler or the subresource `binding`; an update of the Shoot itself never changes it. */
function seedErrors({ old, new: next, byBinding = false }: PlacementChange): FieldErrors {
  const [from, to] = [old.seedName ?? "", next.seedName ?? ""];
  if (from === to || from === "" || (byBinding && to !== "")) return [];
  return [fieldError("spec.seedName", to === "" ? "CANNOT_BE_UNSET" : "SEED_BY_BINDING", { from, to })];
}

type Range = "nodes" | "pods" | "services";

/** Pairs of network ranges that must not overlap, in the API server's order. Errors name a pair's first range. */
const pairs: readonly (readonly [at: Range, other: Range])[] = [
  ["services", "pods"],
  ["pods", "nodes"],
  ["services", "nodes"],
];

function networkErrors(spec: ShootSpec): FieldErrors {
  const { networking } = spec;
  if (!isSet(networking) || !ipFamilies(spec).includes("IPv4")) return [];
  const rangeOf = (name: Range) => parseCidr(stringAt(networking, name) ?? "");
  return pairs.flatMap(([at, other]): FieldErrors => {
    const [one, two] = [rangeOf(at), rangeOf(other)];
    if (one === undefined || two === undefined || !cidrsIntersect(one, two)) return [];
    const facts = { value: one.canonical, other, range: two.canonical };
    return [fieldError(`spec.networking.${at}`, "NETWORKS_OVERLAP", facts)];
  });
}

function namesOf(holder: unknown): readonly string[] {
  return listAt(holder, "accessRestrictions").flatMap((restriction) => stringAt(restriction, "name") ?? []);
}

function restrictionErrors({ old, new: next, profile, seed }: PlacementChange): FieldErrors {
  const wanted = namesOf(next);
  if (semanticallyEqual([...new Set(namesOf(old))].sort(), [...new Set(wanted)].sort())) return [];
  const region = listAt(profile.spec, "regions").find((one) => stringAt(one, "name") === next.region);
  if (region === undefined) return [fieldError("spec.region", "REGION_NOT_OFFERED", { region: next.region ?? "" })];
  const at = "spec.accessRestrictions[]";
  const offered = namesOf(region);
  const ofSeed = seed && namesOf(seed.spec);
  return [
    ...checkEach(at, wanted, (place, value) => checkOneOf(place, value, offered)),
    ...checkEach(at, wanted, (place, value) => {
      const facts = { value, seed: seed?.metadata.name ?? "" };
      return fieldErrorIf(ofSeed?.includes(value) === false, place, "ACCESS_RESTRICTION_NOT_IN_SEED", facts);
    }),
  ];
}

function zoneErrors({ old, new: next, profile, seed }: PlacementChange): FieldErrors {
  const path = "spec.controlPlane.zones";
  const [before, zones] = [controlPlaneZones(old), controlPlaneZones(next)];
  if (zones.length === 0) return [];
  const mayPin = fieldAt(profile.spec, "controlPlane", "allowZonePinning") === true;
  if (before.length === 0 && !mayPin) return [fieldError(path, "ZONE_PINNING_NOT_OFFERED")];
  if (seed === undefined || (semanticallyEqual(before, zones) && old.region === next.region)) return [];
  const offered = seed.spec.provider.zones ?? [];
  const facts = { seed: seed.metadata.name };
  return checkEach(`${path}[]`, zones, (at, zone) =>
    fieldErrorIf(!offered.includes(zone), at, "ZONE_NOT_IN_SEED", { zone, ...facts }),
  );
}
