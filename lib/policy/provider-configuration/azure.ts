import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { validateFeatureGates } from "../spec-validation/feature-gates.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { azureNames } from "./azure-names.ts";
import { checkAzureNatGateway, checkAzureServiceEndpoints, checkAzureZoneNatGateway } from "./azure-nat-gateway.ts";
import { findAzureUpdateErrors } from "./azure-update.ts";
import { checkAzureVnet } from "./azure-vnet.ts";
import { findAzureWorkerErrors } from "./azure-workers.ts";
import { checkNodesSet, checkNotIpv6Alone } from "./shared/networking.ts";
import { checkPoolsUpdate } from "./shared/pools.ts";
import { childField, forbiddenIf, invalidIf, providerField, unsupportedIf } from "./shared/provider-error.ts";
import {
  controlPlaneOf,
  hasAt,
  infrastructureOf,
  ipFamiliesOf,
  isOnAt,
  networkingField,
  numberAt,
  type ProviderInput,
  placedPools,
  profileZones,
  textAt,
} from "./shared/provider-input.ts";
import {
  checkCanonicalRange,
  checkRangeForm,
  checkRangesApart,
  checkRangesDisjoint,
  checkRangesWithin,
  rangeOf,
  shootRanges,
} from "./shared/ranges.ts";
import { checkText } from "./shared/text-rules.ts";

const infra = providerField("infrastructureConfig");
const networks = childField(infra, "networks");
const zonesField = childField(networks, "zones");
const workersRange = childField(networks, "workers");

/**
 * What the admission of provider-azure objects to, in the steps in which it answers.
 * @source gardener-extension-provider-azure: pkg/admission/validator/shoot.go, pkg/apis/azure/validation
 */
export function findAzureErrors(input: ProviderInput): readonly FieldErrors[] {
  const { shoot, before } = input;
  const config = infrastructureOf(shoot.spec);
  const old = before && infrastructureOf(before.spec);
  return [
    [
      ...(before === undefined || semanticallyEqual(old, config)
        ? []
        : findAzureUpdateErrors(old, config, before.spec)),
      ...(before === undefined ? [] : checkPoolsUpdate(before.spec, shoot.spec)),
      ...checkNetworking(shoot.spec),
      ...checkAgainstProfile(input, config, old),
      ...checkInfrastructure(shoot.spec, config),
      ...checkControlPlane(shoot.spec),
      ...placedPools(shoot.spec).flatMap((pool) => findAzureWorkerErrors(pool, config)),
    ],
  ];
}

function checkNetworking(spec: ShootSpec): FieldErrors {
  const { networking } = spec;
  const families = ipFamiliesOf(spec);
  const overlay =
    stringAt(networking, "type") === "calico" && isOnAt(networking, "providerConfig", "overlay", "enabled");
  return [
    ...checkNodesSet(spec, "Azure"),
    ...forbiddenIf(
      overlay,
      childField(networkingField, "providerConfig", "overlay", "enabled"),
      "Calico overlay network is not supported on azure",
    ),
    ...checkNotIpv6Alone(spec),
    ...invalidIf(
      families.length > 1,
      childField(networkingField, "ipFamilies"),
      families,
      "dual-stack networking is not supported",
    ),
  ];
}

function checkAgainstProfile(input: ProviderInput, config: unknown, old: unknown): FieldErrors {
  const offered = profileZones(input);
  if (offered === undefined) return [];
  const known = listAt(old, "networks", "zones").map((zone) => numberAt(zone, "name"));
  return listAt(config, "networks", "zones").flatMap((zone, index) => {
    const name = numberAt(zone, "name") ?? 0;
    const isUnknown = !known.includes(name) && !offered.includes(String(name));
    return unsupportedIf(isUnknown, childField(zonesField, index, "name"), name, offered);
  });
}

function checkInfrastructure(spec: ShootSpec, config: unknown): FieldErrors {
  const group = childField(infra, "resourceGroup");
  const identity = childField(infra, "identity");
  return [
    ...(hasAt(config, "resourceGroup")
      ? [
          ...checkText(childField(group, "name"), textAt(config, "resourceGroup", "name"), azureNames.resourceGroup),
          ...invalidIf(
            true,
            group,
            fieldAt(config, "resourceGroup"),
            "specifying an existing resource group is not supported yet",
          ),
        ]
      : []),
    ...checkNetworks(spec, config),
    ...(hasAt(config, "identity")
      ? [
          ...checkText(
            childField(identity, "resourceGroup"),
            textAt(config, "identity", "resourceGroup"),
            azureNames.resourceGroup,
          ),
          ...checkText(childField(identity, "name"), textAt(config, "identity", "name"), azureNames.resource),
        ]
      : []),
  ];
}

function checkNetworks(spec: ShootSpec, config: unknown): FieldErrors {
  const given = fieldAt(config, "networks");
  const [hasWorkers, zones] = [hasAt(given, "workers"), listAt(given, "zones")];
  if (!hasWorkers && zones.length === 0)
    return forbiddenIf(true, workersRange, "either workers or zones must be specified");
  if (hasWorkers && zones.length > 0) {
    return forbiddenIf(true, workersRange, "workers and zones cannot be specified in parallel");
  }
  const workers = rangeOf(workersRange, stringAt(given, "workers"));
  const vnet = checkAzureVnet(config, workers, shootRanges(spec));
  if (zones.length > 0) return [...vnet, ...checkZonedNetworks(spec, config)];
  return [
    ...vnet,
    ...checkRangeForm(workers),
    ...checkCanonicalRange(workers),
    ...checkRangesWithin(shootRanges(spec).nodes, workers),
    ...checkAzureNatGateway(childField(networks, "natGateway"), fieldAt(given, "natGateway")),
    ...checkAzureServiceEndpoints(childField(networks, "serviceEndpoints"), given),
  ];
}

function checkZonedNetworks(spec: ShootSpec, config: unknown): FieldErrors {
  const given = fieldAt(config, "networks");
  const missing = (what: string) => `${what} cannot be specified when workers field is missing`;
  return [
    ...forbiddenIf(!isOnAt(config, "zoned"), zonesField, "cannot specify zones in an non-zonal cluster"),
    ...forbiddenIf(hasAt(given, "natGateway"), workersRange, missing("natGateway")),
    ...forbiddenIf(listAt(given, "serviceEndpoints").length > 0, workersRange, missing("serviceEndpoints")),
    ...checkZones(spec, listAt(given, "zones")),
  ];
}

function checkZones(spec: ShootSpec, zones: readonly unknown[]): FieldErrors {
  const { nodes, pods, services } = shootRanges(spec);
  const names = zones.map((zone) => numberAt(zone, "name") ?? 0);
  const ranges = zones.map((zone, index) => rangeOf(childField(zonesField, index, "cidr"), textAt(zone, "cidr")));
  return [
    ...zones.flatMap((zone, index) => {
      const field = childField(zonesField, index);
      const name = names[index];
      const isRepeated = names.indexOf(name ?? 0) < index;
      return [
        ...invalidIf(isRepeated, field, name, "the same zone cannot be specified multiple times"),
        ...checkCanonicalRange(ranges[index]),
        ...checkAzureServiceEndpoints(childField(zonesField, "serviceEndpoints"), zone),
        ...checkAzureZoneNatGateway(childField(field, "natGateway"), fieldAt(zone, "natGateway")),
      ];
    }),
    ...checkRangeForm(...ranges),
    ...checkRangesWithin(nodes, ...ranges),
    ...checkRangesDisjoint(ranges),
    ...checkRangesApart(pods, ...ranges),
    ...checkRangesApart(services, ...ranges),
  ];
}

function checkControlPlane(spec: ShootSpec): FieldErrors {
  const gates = fieldAt(controlPlaneOf(spec), "cloudControllerManager", "featureGates");
  const path = "spec.provider.controlPlaneConfig.cloudControllerManager.featureGates";
  return validateFeatureGates(path, gates, spec.kubernetes.version);
}
