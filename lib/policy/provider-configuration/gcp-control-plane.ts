import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { compareQuantities } from "#lib/kube/quantity.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { validateFeatureGates } from "../spec-validation/feature-gates.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import {
  childField,
  forbiddenIf,
  invalidIf,
  providerField,
  requiredIf,
  unsupportedIf,
} from "./shared/provider-error.ts";
import {
  controlPlaneOf,
  hasAt,
  isOnAt,
  numberAt,
  type ProviderInput,
  profileZones,
  textAt,
} from "./shared/provider-input.ts";

const field = providerField("controlPlaneConfig");
const storage = childField(field, "storage");

/** Kinds of hyperdisks: the StorageClass of each, and which performance is set for it. */
const hyperDisks = [
  { name: "hyperDiskBalanced", storageClass: "gce-sc-hd-balanced", iops: true, throughput: true },
  { name: "hyperDiskThroughput", storageClass: "gce-sc-hd-throughput", iops: false, throughput: true },
  { name: "hyperDiskExtreme", storageClass: "gce-sc-hd-extreme", iops: true, throughput: false },
] as const;

const storageClasses = ["default", "gce-sc-fast", ...hyperDisks.map((disk) => disk.storageClass), "gce-sc-hdd"].sort();

/**
 * Errors of the controlPlaneConfig on GCP: its zone is one of the region, and one of a pool.
 * @source gardener-extension-provider-gcp: pkg/apis/gcp/validation/controlplane.go
 */
export function checkGcpControlPlane(input: ProviderInput): FieldErrors {
  const { spec } = input.shoot;
  const config = controlPlaneOf(spec);
  const zone = textAt(config, "zone");
  const at = childField(field, "zone");
  const offered = profileZones(input) ?? [];
  const ofPools = workerPoolsOf(spec).flatMap((pool) => pool.zones ?? []);
  const gates = fieldAt(config, "cloudControllerManager", "featureGates");
  return [
    ...requiredIf(zone === "", at, "must provide the name of a zone in this region"),
    ...unsupportedIf(zone !== "" && !offered.includes(zone), at, zone, offered),
    ...invalidIf(!ofPools.includes(zone), at, zone, "must be part of at least one worker zone"),
    ...validateFeatureGates(`${field.path}.cloudControllerManager.featureGates`, gates, spec.kubernetes.version),
    ...checkStorage(fieldAt(config, "storage")),
  ];
}

function checkStorage(config: unknown): FieldErrors {
  const chosen = stringAt(config, "defaultStorageClass");
  const at = childField(storage, "defaultStorageClass");
  const disk = hyperDisks.find(({ storageClass }) => storageClass === chosen);
  const words = "the corresponding StorageClass must have enabled set to true";
  return [
    ...unsupportedIf(chosen !== undefined && !storageClasses.includes(chosen), at, chosen, storageClasses),
    ...invalidIf(disk !== undefined && !isOnAt(config, disk.name, "enabled"), at, chosen, words),
    ...hyperDisks.flatMap((each) => checkHyperDisk(fieldAt(config, each.name), each)),
  ];
}

function checkHyperDisk(config: unknown, { name, iops, throughput }: (typeof hyperDisks)[number]): FieldErrors {
  if (!isOnAt(config, "enabled")) return [];
  const [iopsName, throughputName] = ["provisionedIopsOnCreate", "provisionedThroughputOnCreate"] as const;
  const [iopsField, throughputField] = [childField(storage, name, iopsName), childField(storage, name, throughputName)];
  const [hasIops, hasThroughput] = [hasAt(config, iopsName), hasAt(config, throughputName)];
  const [given, amount] = [numberAt(config, iopsName) ?? 0, textAt(config, throughputName)];
  const isQuantity = compareQuantities(amount, "0") !== undefined;
  const required = (each: string) => `${each} is required when enabled`;
  const unsupported = (each: string) => `${each} is not supported for this hyperdisk type`;
  return [
    ...requiredIf(iops && !hasIops, iopsField, required(iopsName)),
    ...requiredIf(throughput && !hasThroughput, throughputField, required(throughputName)),
    ...forbiddenIf(hasIops && !iops, iopsField, unsupported(iopsName)),
    ...invalidIf(hasIops && iops && given <= 0, iopsField, given, "must be a positive integer"),
    ...forbiddenIf(hasThroughput && !throughput, throughputField, unsupported(throughputName)),
    ...invalidIf(
      hasThroughput && throughput && !isQuantity,
      throughputField,
      amount,
      'must be a valid quantity string (e.g. "140Mi")',
    ),
  ];
}
