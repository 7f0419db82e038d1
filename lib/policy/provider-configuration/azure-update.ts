import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { isDefaultVnet, isExistingVnet } from "./azure-vnet.ts";
import {
  changedIf,
  childField,
  forbiddenIf,
  invalidIf,
  type ProviderField,
  providerField,
} from "./shared/provider-error.ts";
import { hasAt, isOnAt, numberAt, textAt } from "./shared/provider-input.ts";
import { checkRangesWithin, rangeOf } from "./shared/ranges.ts";

const infra = providerField("infrastructureConfig");
const networks = childField(infra, "networks");
const zonesField = childField(networks, "zones");

/**
 * Errors for changes of the networks of a Shoot on Azure: the VNet can only grow, a single subnet can become one of the
 * zones' subnets, and zones cannot be removed.
 * @source gardener-extension-provider-azure: pkg/apis/azure/validation, ValidateInfrastructureConfigUpdate
 */
export function findAzureUpdateErrors(old: unknown, config: unknown, before: ShootSpec): FieldErrors {
  const kept = (...path: readonly string[]) =>
    changedIf(childField(infra, ...path), fieldAt(old, ...path), fieldAt(config, ...path));
  const hadWorkers = hasAt(old, "networks", "workers") && hasAt(config, "networks", "workers");
  return [
    ...kept("resourceGroup"),
    ...(hadWorkers ? kept("networks", "workers") : []),
    ...checkInPlacePools(old, config, before),
    ...checkLayout(old, config),
    ...changedIf(childField(infra, "zoned"), isOnAt(config, "zoned"), isOnAt(old, "zoned")),
    ...checkVnetUpdate(fieldAt(old, "networks", "vnet"), fieldAt(config, "networks", "vnet")),
    ...checkSkuUpdate(old, config),
  ];
}

function checkInPlacePools(old: unknown, config: unknown, before: ShootSpec): FieldErrors {
  const words = "field is immutable when there is a worker with in-place update strategy";
  return workerPoolsOf(before)
    .filter(({ updateStrategy }) => updateStrategy?.endsWith("InPlaceUpdate"))
    .flatMap(() =>
      [["identity"], ["networks", "zones"]].flatMap((path) => {
        const [was, is] = [fieldAt(old, ...path), fieldAt(config, ...path)];
        return invalidIf(!semanticallyEqual(was, is), childField(infra, ...path), is, words);
      }),
    );
}

function checkLayout(old: unknown, config: unknown): FieldErrors {
  const [zones, oldZones] = [listAt(config, "networks", "zones"), listAt(old, "networks", "zones")];
  const workers = stringAt(old, "networks", "workers");
  if (oldZones.length > 0 && zones.length > 0) return checkZonesUpdate(oldZones, zones);
  if (oldZones.length > 0) {
    const words =
      "updating the infrastructure configuration from using dedicated subnets per zone to using single subnet is not allowed";
    return forbiddenIf(
      true,
      { path: childField(networks, "workers").path, name: childField(networks, "worker").name },
      words,
    );
  }
  if (zones.length > 0) {
    const words =
      "when updating InfrastructureConfig to use dedicated subnets per zones, the CIDR for one of the zones must match that of the previous config.networks.workers";
    return forbiddenIf(!zones.some((zone) => stringAt(zone, "cidr") === workers), zonesField, words);
  }
  return changedIf(childField(networks, "workers"), workers, stringAt(config, "networks", "workers"));
}

function checkZonesUpdate(old: readonly unknown[], zones: readonly unknown[]): FieldErrors {
  return [
    ...forbiddenIf(old.length > zones.length, zonesField, "removing zones is not allowed"),
    ...zones.flatMap((zone, index) =>
      old
        .filter((was) => numberAt(was, "name") === numberAt(zone, "name"))
        .flatMap((was) => changedIf(childField(zonesField, index, "cidr"), textAt(was, "cidr"), textAt(zone, "cidr"))),
    ),
  ];
}

function checkVnetUpdate(old: unknown, vnet: unknown): FieldErrors {
  const field = childField(networks, "vnet");
  if (isExistingVnet(old) || isDefaultVnet(old)) {
    return ["name", "resourceGroup"].flatMap((name) =>
      changedIf(childField(field, name), fieldAt(old, name), fieldAt(vnet, name)),
    );
  }
  const [at, was, is] = [childField(field, "cidr"), stringAt(old, "cidr"), stringAt(vnet, "cidr")];
  if (was === undefined) return [];
  if (is === undefined) return invalidIf(true, at, null, "vnet cidr need to be specified");
  const outside = checkRangesWithin(rangeOf(at, is), rangeOf(at, was));
  return invalidIf(outside.length > 0, at, is, "VNet CIDR blocks can only be expanded");
}

function checkSkuUpdate(old: unknown, config: unknown): FieldErrors {
  const [was, is] = [fieldAt(old, "networks", "natGateway"), fieldAt(config, "networks", "natGateway")];
  const before = listAt(old, "networks", "zones");
  return [
    ...checkSku(childField(networks, "natGateway", "sku"), was, is),
    ...listAt(config, "networks", "zones").flatMap((zone, index) => {
      const same = before.find((other) => numberAt(other, "name") === numberAt(zone, "name"));
      const field = childField(zonesField, index, "natGateway", "sku");
      return checkSku(field, fieldAt(same, "natGateway"), fieldAt(zone, "natGateway"));
    }),
  ];
}

function checkSku(field: ProviderField, was: unknown, is: unknown): FieldErrors {
  if (!hasAt(was) || !hasAt(is)) return [];
  const [old, sku] = [was, is].map((gateway) => stringAt(gateway, "sku") ?? "Standard");
  const words =
    "changing the NAT Gateway SKU is not allowed as it requires recreation of the NAT Gateway and causes outbound connectivity disruption";
  return invalidIf(old !== sku, field, sku, words);
}
