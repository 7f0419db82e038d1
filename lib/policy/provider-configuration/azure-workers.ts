import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { checkAzureDataVolumes } from "./azure-data-volumes.ts";
import { parseAzureResourceId } from "./azure-resource-id.ts";
import { checkNodeTemplate } from "./shared/node-template.ts";
import { checkVolume, checkZonesOnce, dataVolumesOf } from "./shared/pools.ts";
import {
  childField,
  invalidIf,
  type ProviderField,
  requiredIf,
  requiredRuleIf,
  tooManyIf,
  unsupportedIf,
} from "./shared/provider-error.ts";
import { hasAt, isOnAt, numberAt, type PlacedPool, textAt } from "./shared/provider-input.ts";
import { checkText } from "./shared/text-rules.ts";

const mostDataVolumes = 64;
const cachings = ["None", "ReadOnly", "ReadWrite"];

/**
 * Errors of a pool on Azure. @param infrastructure the Shoot's infrastructureConfig
 * @source gardener-extension-provider-azure: pkg/apis/azure/validation, ValidateWorkers and ValidateWorkerConfig
 */
export function findAzureWorkerErrors(placed: PlacedPool, infrastructure: unknown): FieldErrors {
  const { pool, field } = placed;
  const volumes = dataVolumesOf(placed);
  return [
    ...(pool.volume
      ? checkAzureVolume(childField(field, "volume"), pool.volume)
      : requiredIf(true, childField(field, "volume"), "must not be nil")),
    ...tooManyIf(volumes.length > mostDataVolumes, childField(field, "dataVolumes"), volumes.length, mostDataVolumes),
    ...volumes.flatMap(({ volume, at }) => checkAzureVolume(at, volume)),
    ...checkZones(placed, infrastructure),
    ...checkWorkerConfig(placed),
  ];
}

function checkAzureVolume(field: ProviderField, volume: unknown): FieldErrors {
  const encrypted = fieldAt(volume, "encrypted");
  return [
    ...checkVolume(field, volume, ["type", "size"]),
    ...unsupportedIf(hasAt(volume, "encrypted"), childField(field, "encrypted"), encrypted, []),
  ];
}

function checkZones(placed: PlacedPool, infrastructure: unknown): FieldErrors {
  const field = childField(placed.field, "zones");
  const zones = placed.pool.zones ?? [];
  const isZoned = isOnAt(infrastructure, "zoned");
  if (isZoned && zones.length === 0) {
    return requiredIf(true, field, "at least one zone must be configured for zoned clusters");
  }
  if (!isZoned && zones.length > 0) {
    return requiredRuleIf(true, field, "zones must not be specified for non zoned clusters");
  }
  const networks = listAt(infrastructure, "networks", "zones").map((zone) => String(numberAt(zone, "name") ?? 0));
  const words = 'zone configuration must be specified in "infrastructureConfig.networks.zones"';
  return [
    ...checkZonesOnce(placed),
    ...(networks.length === 0
      ? []
      : zones.flatMap((zone, index) => invalidIf(!networks.includes(zone), childField(field, index), zone, words))),
  ];
}

function checkWorkerConfig(placed: PlacedPool): FieldErrors {
  const config = placed.pool.providerConfig ?? undefined;
  const field = childField(placed.field, "providerConfig");
  const names = dataVolumesOf(placed).map(({ volume }) => textAt(volume, "name"));
  const caching = stringAt(config, "volume", "caching");
  const uri = stringAt(config, "diagnosticsProfile", "storageURI");
  const uriRule = { pattern: /^https:\/\/[a-z0-9-]{3,24}\.blob\.core[^\s]+\/[^\s]+$/, whenEmpty: "must not be empty" };
  return [
    ...(uri === undefined ? [] : checkText(childField(field, "diagnosticsProfile", "storageURI"), uri, uriRule)),
    ...checkNodeTemplate(config, field),
    ...checkAzureDataVolumes(childField(field, "dataVolumes"), listAt(config, "dataVolumes"), names),
    ...unsupportedIf(
      caching !== undefined && !cachings.includes(caching),
      childField(field, "volume", "caching"),
      caching,
      cachings,
    ),
    ...checkCapacityReservation(childField(field, "capacityReservation"), config),
  ];
}

function checkCapacityReservation(at: ProviderField, config: unknown): FieldErrors {
  const given = stringAt(config, "capacityReservation", "capacityReservationGroupID");
  if (given === undefined) return [];
  const field = childField(at, "capacityReservationGroupID");
  const id = parseAzureResourceId(given);
  if (id === undefined) return invalidIf(true, field, given, "invalid Azure resource ID");
  const words = `provided resource ID must be of type 'CapacityReservationGroups', got '${id.type}'`;
  return invalidIf(id.type.toLowerCase() !== "capacityreservationgroups", field, given, words);
}
