import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { checkAwsCapacity, checkAwsPlacement } from "./aws-machines.ts";
import { checkHasZones, checkVolume, checkZonesHaveNetworks, dataVolumesOf } from "./shared/pools.ts";
import {
  childField,
  duplicateIf,
  forbiddenIf,
  invalidIf,
  type ProviderField,
  requiredIf,
  tooManyIf,
  unsupportedIf,
} from "./shared/provider-error.ts";
import { hasAt, numberAt, type PlacedPool, textAt } from "./shared/provider-input.ts";
import { checkText } from "./shared/text-rules.ts";

const mostDataVolumes = 11;

/**
 * Errors of a pool on AWS. @param zones that have networks
 * @source gardener-extension-provider-aws: pkg/apis/aws/validation/shoot.go, ValidateWorker, and worker.go
 */
export function findAwsWorkerErrors(placed: PlacedPool, zones: readonly string[]): FieldErrors {
  const { pool, field } = placed;
  const config = pool.providerConfig ?? undefined;
  const at = childField(field, "providerConfig");
  return [
    ...(pool.volume
      ? checkVolumes(placed, at, config !== undefined)
      : requiredIf(true, childField(field, "volume"), "must not be nil")),
    ...checkHasZones(placed),
    ...checkZonesHaveNetworks(placed, zones),
    ...(config === undefined ? [] : checkWorkerConfig(placed, config, at)),
  ];
}

function checkVolumes(placed: PlacedPool, config: ProviderField, hasConfig: boolean): FieldErrors {
  const { pool, field } = placed;
  const volumes = dataVolumesOf(placed);
  const needsConfig = (type: string | undefined) => type === "io1" && !hasConfig;
  return [
    ...checkVolume(childField(field, "volume"), pool.volume, ["size", "type"]),
    ...requiredIf(needsConfig(pool.volume?.type), config, "WorkerConfig must be set if volume type is io1"),
    ...tooManyIf(volumes.length > mostDataVolumes, childField(field, "dataVolumes"), volumes.length, mostDataVolumes),
    ...volumes.flatMap(({ volume, at }) => [
      ...checkVolume(at, volume, ["size", "type"]),
      ...requiredIf(
        needsConfig(stringAt(volume, "type")),
        config,
        `WorkerConfig must be set if data volume type is io1 (${childField(at, "type").name})`,
      ),
    ]),
  ];
}

function checkWorkerConfig(placed: PlacedPool, config: unknown, at: ProviderField): FieldErrors {
  const volumes = dataVolumesOf(placed).filter(({ volume }) => stringAt(volume, "type") !== undefined);
  const names = volumes.map(({ volume }) => textAt(volume, "name"));
  const configs = listAt(config, "dataVolumes");
  const ownType = placed.pool.volume?.type;
  return [
    ...(ownType === undefined ? [] : checkPerformance(childField(at, "volume"), fieldAt(config, "volume"), ownType)),
    ...volumes.flatMap(({ volume }, index) =>
      checkPerformance(
        childField(at, "dataVolumes", index),
        configs.find((one) => stringAt(one, "name") === stringAt(volume, "name")),
        textAt(volume, "type"),
      ),
    ),
    ...configs.flatMap((one, index) => {
      const name = textAt(one, "name");
      const field = childField(at, "dataVolumes", index);
      const isRepeated = configs.slice(0, index).some((other) => textAt(other, "name") === name);
      return [
        ...invalidIf(
          !names.includes(name),
          childField(field, "name"),
          name,
          `${name} not found in data volumes configured in worker pool`,
        ),
        ...duplicateIf(isRepeated, childField(field, "name"), name),
        ...checkText(childField(field, "snapshotID"), textAt(one, "snapshotID"), {
          pattern: /^snap-[a-z0-9]+$/,
          maximum: 255,
        }),
      ];
    }),
    ...checkInstanceProfile(childField(at, "iamInstanceProfile"), fieldAt(config, "iamInstanceProfile")),
    ...checkAwsCapacity(config, at),
    ...checkMetadata(childField(at, "instanceMetadataOptions"), fieldAt(config, "instanceMetadataOptions")),
    ...checkCpuOptions(childField(at, "cpuOptions"), fieldAt(config, "cpuOptions")),
    ...checkAwsPlacement(config, at),
  ];
}

function checkPerformance(field: ProviderField, volume: unknown, type: string): FieldErrors {
  const [iops, throughput] = [numberAt(volume, "iops"), numberAt(volume, "throughput")];
  return [
    ...forbiddenIf(iops !== undefined && iops <= 0, childField(field, "iops"), "iops must be a positive value"),
    ...requiredIf(
      iops === undefined && type === "io1",
      childField(field, "iops"),
      "iops must be provided when using io1 volumes",
    ),
    ...invalidIf(
      throughput !== undefined && throughput <= 0,
      childField(field, "throughput"),
      throughput,
      "throughput must be a positive value",
    ),
  ];
}

function checkInstanceProfile(field: ProviderField, profile: unknown): FieldErrors {
  if (!hasAt(profile)) return [];
  const [name, arn] = [stringAt(profile, "name"), stringAt(profile, "arn")];
  const words = "exactly one of 'name' or 'arn' must be specified";
  const nameRule = { pattern: /^[\w+=,.@-]+$/, whenEmpty: "cannot be empty", maximum: 128 };
  return [
    ...invalidIf((name === undefined) === (arn === undefined), field, profile, words),
    ...(name === undefined ? [] : checkText(childField(field, "name"), name, nameRule)),
    ...(arn === undefined
      ? []
      : checkText(childField(field, "arn"), arn, { pattern: /^arn:[\w +=,.@\-/:]+$/, maximum: 255 })),
  ];
}

function checkMetadata(field: ProviderField, options: unknown): FieldErrors {
  const [limit, tokens] = [numberAt(options, "httpPutResponseHopLimit"), stringAt(options, "httpTokens")];
  return [
    ...invalidIf(
      limit !== undefined && (limit < 1 || limit > 64),
      childField(field, "httpPutResponseHopLimit"),
      limit,
      "only values between 1 and 64 are allowed",
    ),
    ...invalidIf(
      tokens !== undefined && !["required", "optional"].includes(tokens),
      childField(field, "httpTokens"),
      tokens,
      "only the following values are allowed: [required optional]",
    ),
  ];
}

function checkCpuOptions(field: ProviderField, options: unknown): FieldErrors {
  const [cores, threads] = [numberAt(options, "coreCount"), numberAt(options, "threadsPerCore")];
  const snp = stringAt(options, "amdSevSnp");
  const offered = ["enabled", "disabled"];
  const isBoth = cores !== undefined && threads !== undefined;
  return [
    ...unsupportedIf(snp !== undefined && !offered.includes(snp), childField(field, "amdSevSnp"), snp, offered),
    ...requiredIf(
      cores === undefined && threads !== undefined,
      childField(field, "coreCount"),
      "CoreCount is required when ThreadsPerCore is set",
    ),
    ...requiredIf(
      cores !== undefined && threads === undefined,
      childField(field, "threadsPerCore"),
      "ThreadsPerCore is required when CoreCount is set",
    ),
    ...invalidIf(
      isBoth && threads !== 1 && threads !== 2,
      childField(field, "threadsPerCore"),
      threads,
      "ThreadsPerCore must be 1 or 2",
    ),
  ];
}
