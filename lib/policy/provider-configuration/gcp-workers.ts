import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { checkNodeTemplate } from "./shared/node-template.ts";
import { checkHasZones, checkVolume, dataVolumesOf } from "./shared/pools.ts";
import {
  childField,
  duplicateIf,
  forbiddenIf,
  invalidIf,
  type ProviderField,
  providerField,
  requiredIf,
  unsupportedIf,
} from "./shared/provider-error.ts";
import { hasAt, numberAt, type PlacedPool, textAt, textsAt } from "./shared/provider-input.ts";
import { checkText } from "./shared/text-rules.ts";

/** How resources of GCP may be named. @source gardener-extension-provider-gcp: pkg/apis/gcp/validation/filter.go */
export const gcpName = { pattern: /^[a-z]([-a-z0-9]*[a-z0-9])?$/, minimum: 1, maximum: 63 } as const;

const scratch = "SCRATCH";
const interfaces = ["NVME", "SCSI"];

/**
 * Errors of the pools on GCP: of their volumes and zones, or of their `providerConfig`, which the extension checks later.
 * @source gardener-extension-provider-gcp: pkg/apis/gcp/validation, ValidateWorkers and ValidateWorkerConfig
 */
export function findGcpWorkerErrors(pools: readonly PlacedPool[], what: "pools" | "providerConfig"): FieldErrors {
  return pools.flatMap((placed) => {
    const { pool, field } = placed;
    if (what === "providerConfig") return hasAt(pool.providerConfig) ? checkWorkerConfig(placed) : [];
    return [
      ...(pool.volume ? checkBootVolume(childField(field, "volume"), pool.volume) : []),
      ...requiredIf(!pool.volume, childField(field, "volume"), "must not be nil"),
      ...checkHasZones(placed),
    ];
  });
}

function checkBootVolume(field: ProviderField, volume: PlacedPool["pool"]["volume"]): FieldErrors {
  const words = `type ${scratch} is not allowed as boot disk`;
  return [
    ...checkVolume(field, volume, ["type"]),
    ...invalidIf(volume?.type === scratch, childField(field, "type"), scratch, words),
    ...checkVolume(field, volume, ["size"]),
  ];
}

/** The extension names these fields without the pool. */
function checkWorkerConfig(placed: PlacedPool): FieldErrors {
  const config = placed.pool.providerConfig;
  const { path } = childField(placed.field, "providerConfig");
  const field = { path, name: providerField("providerConfig").name };
  const volumes = dataVolumesOf(placed);
  const platform = stringAt(config, "minCpuPlatform");
  return [
    ...volumes.flatMap(({ volume, at }, index) => {
      const type = stringAt(volume, "type");
      const typeField = { path: childField(at, "type").path, name: `dataVolumes[${index}].type` };
      if (type === undefined) return requiredIf(true, typeField, "must not be empty");
      return checkScratch(childField(field, "volume"), type, fieldAt(config, "volume"));
    }),
    ...checkGpu(childField(field, "gpu"), fieldAt(config, "gpu")),
    ...checkServiceAccount(childField(field, "serviceAccount"), fieldAt(config, "serviceAccount")),
    ...checkVolumeConfig(childField(field, "volume"), fieldAt(config, "volume")),
    ...checkNodeTemplate(config, field),
    ...checkDataVolumes(
      childField(field, "dataVolumes"),
      config,
      volumes.map(({ volume }) => volume),
    ),
    ...checkDisk(childField(field, "bootVolume"), fieldAt(config, "bootVolume"), placed.pool.volume?.type),
    ...(platform === undefined ? [] : checkText(childField(field, "minCpuPlatform"), platform, platformRule)),
  ];
}

function checkScratch(field: ProviderField, type: string, volume: unknown): FieldErrors {
  const [at, given] = [childField(field, "interface"), stringAt(volume, "interface")];
  const encryption = fieldAt(volume, "encryption");
  if (type !== scratch) {
    return invalidIf(given !== undefined, at, given, `is only allowed for type ${scratch}`);
  }
  return [
    ...requiredIf(given === undefined, at, `must be set when using ${scratch} volumes`),
    ...invalidIf(
      hasAt(encryption),
      childField(field, "encryption"),
      encryption,
      `must not be set in combination with ${scratch} volumes`,
    ),
  ];
}

function checkGpu(field: ProviderField, gpu: unknown): FieldErrors {
  if (!hasAt(gpu)) return [];
  const rule = { pattern: /^[a-z0-9-]+$/, minimum: 1, maximum: 250 };
  return [
    ...checkText(childField(field, "acceleratorType"), textAt(gpu, "acceleratorType"), rule),
    ...forbiddenIf((numberAt(gpu, "count") ?? 0) <= 0, childField(field, "count"), "must be > 0 when providing gpu"),
  ];
}

const platformRule = { pattern: /^[A-Za-z0-9\s]+$/, minimum: 1, maximum: 250 };
const imageRule = { pattern: /^[a-z0-9\-/]+$/, minimum: 1, maximum: 250 };
const account = /^[a-zA-Z0-9\-_.]+@[a-zA-Z0-9\-.]+\.gserviceaccount\.com$/;
const scopeRule = { pattern: /^https:\/\/www\.googleapis\.com\/[a-z0-9\-./_]+$/, minimum: 1, maximum: 250 };

function checkServiceAccount(field: ProviderField, given: unknown): FieldErrors {
  if (!hasAt(given)) return [];
  const scopes = textsAt(given, "scopes");
  const email = textAt(given, "email");
  return [
    ...checkText(childField(field, "email"), email, { pattern: account, minimum: 1, maximum: 250 }),
    ...requiredIf(scopes.length === 0, childField(field, "scopes"), "must have at least one scope"),
    ...scopes.flatMap(([index, scope]) => {
      const at = childField(field, "scopes", index);
      const isRepeated = scopes.slice(0, index).some(([, other]) => other === scope);
      return [...checkText(at, scope, scopeRule), ...duplicateIf(isRepeated, at, scope)];
    }),
  ];
}

function checkVolumeConfig(field: ProviderField, volume: unknown): FieldErrors {
  const chosen = stringAt(volume, "interface");
  const encryption = fieldAt(volume, "encryption");
  const [key, user] = [textAt(encryption, "kmsKeyName"), stringAt(encryption, "kmsKeyServiceAccount")];
  const at = childField(field, "encryption", "kmsKeyName");
  const isUnknown = chosen !== undefined && !interfaces.includes(chosen);
  return [
    ...unsupportedIf(isUnknown, childField(field, "interface"), chosen, interfaces),
    ...requiredIf(hasAt(encryption) && key.trim() === "", at, "must be specified when configuring disk encryption"),
    ...checkText(at, key.trim() === "" ? "" : key, { pattern: /^[a-zA-Z0-9\-_/]+$/, maximum: 250 }),
    ...(key.trim() === "" || user === undefined
      ? []
      : checkText(childField(field, "encryption", "kmsKeyServiceAccount"), user, {
          pattern: account,
          minimum: 1,
          maximum: 250,
        })),
  ];
}

function checkDataVolumes(field: ProviderField, config: unknown, volumes: readonly unknown[]): FieldErrors {
  const configs = listAt(config, "dataVolumes");
  return configs.flatMap((one, index) => {
    const [name, image] = [textAt(one, "name"), stringAt(one, "sourceImage")];
    const at = childField(field, index);
    const volume = volumes.find((each) => textAt(each, "name") === name);
    const isRepeated = configs.slice(0, index).some((other) => textAt(other, "name") === name);
    return [
      ...(image === undefined ? [] : checkText(childField(at, "sourceImage"), image, imageRule)),
      ...invalidIf(volume === undefined, field, name, `could not find dataVolume with name ${name}`),
      ...duplicateIf(volume !== undefined && isRepeated, at, name),
      ...(isRepeated ? [] : checkDisk(at, one, stringAt(volume, "type"))),
    ];
  });
}

/** Types of disks whose performance can be ordered. */
const typesWithIops = ["pd-extreme", "hyperdisk-extreme", "hyperdisk-balanced"];
const typesWithThroughput = ["hyperdisk-throughput", "hyperdisk-balanced"];

/** Errors for the performance of a disk of this type; a disk without a type is not checked. */
function checkDisk(field: ProviderField, disk: unknown, type: string | undefined): FieldErrors {
  if (type === undefined) return [];
  const allowed = (name: string, types: readonly string[]) =>
    forbiddenIf(
      hasAt(disk, name) && !types.includes(type),
      childField(field, name),
      `is only allowed for types: [${types.join(" ")}]`,
    );
  return [...allowed("provisionedIops", typesWithIops), ...allowed("provisionedThroughput", typesWithThroughput)];
}
