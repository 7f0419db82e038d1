import type { ShootSpec } from "#lib/garden/shoot.ts";
import { type Cidr, cidrsIntersect, parseCidr } from "#lib/kube/cidr.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { validateFeatureGates } from "../spec-validation/feature-gates.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { checkHasZones, checkPoolsUpdate, checkVolume, checkZonesHaveNetworks, dataVolumesOf } from "./shared/pools.ts";
import {
  changedIf,
  childField,
  forbiddenIf,
  invalidIf,
  type ProviderField,
  providerField,
  requiredIf,
  tooLongIf,
  tooManyIf,
} from "./shared/provider-error.ts";
import {
  controlPlaneOf,
  hasAt,
  infrastructureOf,
  isOnAt,
  networkingField,
  numberAt,
  type PlacedPool,
  type ProviderInput,
  placedPools,
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

const infra = providerField("infrastructureConfig", true);
const networks = childField(infra, "networks");
const vpcField = childField(networks, "vpc");
const zonesField = childField(networks, "zones");

/** Alicloud keeps this range for itself; the service with the data of machines is at 100.100.100.200. */
const reservedRange = "100.64.0.0/10";
const mostDataVolumes = 64;
const longestDiskName = 64;

/** Regions with network load balancers, which dual-stack needs. */
const balancedRegions = [
  ...["ap-northeast-1", "ap-northeast-2", "ap-southeast-1", "ap-southeast-3", "ap-southeast-5", "ap-southeast-6"],
  ...["ap-southeast-7", "cn-beijing", "cn-chengdu", "cn-guangzhou", "cn-hangzhou", "cn-heyuan", "cn-hongkong"],
  ...["cn-qingdao", "cn-shanghai", "cn-shenzhen", "cn-wulanchabu", "cn-zhangjiakou", "eu-central-1", "eu-west-1"],
  ...["na-south-1", "us-east-1", "us-west-1"],
];

/**
 * What the admission of provider-alicloud objects to, in the steps in which it answers. Only a new Shoot's ranges are
 * compared with the reserved one.
 * @source gardener-extension-provider-alicloud: pkg/admission/validator/shoot.go, pkg/apis/alicloud/validation
 */
export function findAlicloudErrors({ shoot, before }: ProviderInput): readonly FieldErrors[] {
  const { spec } = shoot;
  const config = infrastructureOf(spec);
  const old = before && infrastructureOf(before.spec);
  const zones = listAt(config, "networks", "zones").map((zone) => textAt(zone, "name"));
  const gates = fieldAt(controlPlaneOf(spec), "cloudControllerManager", "featureGates");
  const gatesPath = "spec.provider.controlPlaneConfig.cloudControllerManager.featureGates";
  return [
    before === undefined || semanticallyEqual(old, config) ? [] : checkUpdate(old, config),
    before === undefined ? [] : checkPoolsUpdate(before.spec, spec, "is"),
    before === undefined ? [] : checkNetworkingUpdate(before.spec, spec),
    checkInfrastructure(spec, config),
    placedPools(spec).flatMap((placed) => checkPool(placed, zones)),
    validateFeatureGates(gatesPath, gates, spec.kubernetes.version),
    before === undefined ? checkNetworking(spec) : [],
  ];
}

function checkNetworking({ networking }: ShootSpec): FieldErrors {
  return [
    ...requiredIf(
      stringAt(networking, "nodes") === undefined,
      childField(networkingField, "nodes"),
      "a CIDR must be provided",
    ),
    ...["nodes", "pods", "services"].flatMap((name) => {
      const text = stringAt(networking, name);
      const range = parseCidr(text ?? "");
      // A text that is no range is refused in the same words.
      const meets = text !== undefined && (range === undefined || meetsReserved(range));
      const words = `must not overlap with ${reservedRange}, it is reserved by Alicloud`;
      return invalidIf(meets, childField(networkingField, name), text, words);
    }),
  ];
}

function meetsReserved(range: Cidr): boolean {
  const reserved = parseCidr(reservedRange);
  return reserved !== undefined && cidrsIntersect(range, reserved);
}

function checkNetworkingUpdate(before: ShootSpec, after: ShootSpec): FieldErrors {
  return ["nodes", "pods", "services"].flatMap((name) => {
    const [old, next] = [before, after].map(({ networking }) => stringAt(networking, name));
    return parseCidr(old ?? "") === undefined ? [] : changedIf(childField(networkingField, name), old, next);
  });
}

function checkInfrastructure(spec: ShootSpec, config: unknown): FieldErrors {
  const zones = listAt(config, "networks", "zones");
  const vpc = fieldAt(config, "networks", "vpc") ?? {};
  const { nodes, pods, services } = shootRanges(spec);
  const ofZone = zones.map((zone, index) =>
    ["worker", "workers"].map((name) => rangeOf(childField(zonesField, index, name), textAt(zone, name) || undefined)),
  );
  const all = ofZone.flat();
  const range = rangeOf(childField(vpcField, "cidr"), stringAt(vpc, "cidr"));
  const isEither = hasAt(vpc, "id") !== hasAt(vpc, "cidr");
  const isUnmanaged =
    hasAt(vpc, "id") && isOnAt(vpc, "useCustomRouteTable") && !isOnAt(vpc, "gardenerManagedNATGateway");
  return [
    ...requiredIf(zones.length === 0, zonesField, "must specify at least the network for one zone"),
    ...zones.flatMap((zone, index) => [
      ...(ofZone[index] ?? []).flatMap(checkCanonicalRange),
      ...checkAlicloudNatGateway(childField(zonesField, index, "natGateway"), fieldAt(zone, "natGateway")),
    ]),
    ...checkRangeForm(...all),
    ...checkRangesWithin(nodes, ...all),
    ...invalidIf(!isEither, vpcField, vpc, "must specify either a vpc id or a cidr"),
    ...(isEither && range !== undefined
      ? [
          ...checkCanonicalRange(range),
          ...checkRangeForm(range),
          ...checkRangesWithin(range, nodes, ...all),
          ...checkRangesApart(range, pods, services),
        ]
      : []),
    ...requiredIf(
      isUnmanaged,
      childField(vpcField, "gardenerManagedNATGateway"),
      "gardenerManagedNATGateway must be true when useCustomRouteTable is enabled with a user-provided VPC",
    ),
    ...checkRangesDisjoint(all),
    ...checkRangesApart(pods, ...all),
    ...checkRangesApart(services, ...all),
    ...(isOnAt(config, "dualStack", "enabled") ? checkDualStack(spec, config) : []),
  ];
}

/** Errors for a NAT gateway of a zone without its address. */
function checkAlicloudNatGateway(field: ProviderField, gateway: unknown): FieldErrors {
  if (!hasAt(gateway)) return [];
  const id = stringAt(gateway, "eipAllocationID");
  const words = id === undefined ? "eip id is not specified" : "eip id cannot be empty string";
  return invalidIf(!id, field, gateway, words);
}

function checkDualStack(spec: ShootSpec, config: unknown): FieldErrors {
  const region = spec.region ?? "";
  const isOwnVpc = hasAt(config, "networks", "vpc", "id");
  const seen = new Set<number>();
  const words = `region ${region} does not support NLB which is required for dualStack; supported regions: ${balancedRegions.join(", ")}`;
  return [
    ...invalidIf(!balancedRegions.includes(region), { path: "spec.region", name: "region" }, region, words),
    ...listAt(config, "networks", "zones").flatMap((zone, index) => {
      const field = childField(zonesField, index, "ipv6CidrBlock");
      const given = numberAt(zone, "ipv6CidrBlock");
      if (given === undefined && isOwnVpc) {
        return requiredIf(
          true,
          field,
          "ipv6CidrBlock is required when dualStack.enabled is true and using a user-provided VPC",
        );
      }
      const block = given ?? index;
      if (block < 0 || block > 255) return invalidIf(true, field, block, "ipv6CidrBlock must be in range 0-255");
      const isTaken = seen.has(block);
      seen.add(block);
      const conflict =
        given === undefined
          ? `default ipv6CidrBlock (zone index ${block}) conflicts with another zone; set ipv6CidrBlock explicitly to resolve`
          : "ipv6CidrBlock must be unique across zones";
      return invalidIf(isTaken, field, block, conflict);
    }),
  ];
}

const diskName = /^[a-zA-Z][a-zA-Z0-9.\-_:]+$/;

function checkPool(placed: PlacedPool, zones: readonly string[]): FieldErrors {
  const { pool, field } = placed;
  const volumes = dataVolumesOf(placed);
  return [
    ...(pool.volume
      ? checkVolume(childField(field, "volume"), pool.volume, ["type", "size"])
      : requiredIf(true, childField(field, "volume"), "must not be nil")),
    ...tooManyIf(volumes.length > mostDataVolumes, childField(field, "dataVolumes"), volumes.length, mostDataVolumes),
    ...volumes.flatMap(({ volume, at }) => {
      const name = textAt(volume, "name");
      const words = `disk name given: ${name} does not match the expected pattern (regex used for validation is '^[a-zA-Z][a-zA-Z0-9\\.\\-_:]+$')`;
      return [
        ...invalidIf(!diskName.test(name), childField(at, "name"), name, words),
        ...tooLongIf(diskName.test(name) && name.length > longestDiskName, childField(at, "name"), longestDiskName),
        ...checkVolume(at, volume, ["type", "size"]),
      ];
    }),
    ...checkHasZones(placed),
    ...checkZonesHaveNetworks(placed, zones),
  ];
}

/**
 * Errors for changes of the networks on Alicloud: the VPC stays, zones can only be added, dual-stack only be turned on.
 * @source gardener-extension-provider-alicloud: pkg/apis/alicloud/validation, ValidateInfrastructureConfigUpdate
 */
function checkUpdate(old: unknown, config: unknown): FieldErrors {
  const [was, is] = [old, config].map((block) => fieldAt(block, "networks", "vpc"));
  const [hadTable, hasTable] = [was, is].map((vpc) => isOnAt(vpc, "useCustomRouteTable"));
  return [
    ...changedIf(vpcField, withoutRouteTable(was), withoutRouteTable(is)),
    ...forbiddenIf(
      hadTable !== hasTable,
      childField(vpcField, "useCustomRouteTable"),
      "useCustomRouteTable can only be set at shoot creation time and cannot be changed afterwards",
    ),
    ...checkZonesUpdate(listAt(old, "networks", "zones"), listAt(config, "networks", "zones")),
    ...forbiddenIf(
      isOnAt(old, "dualStack", "enabled") && !isOnAt(config, "dualStack", "enabled"),
      childField(infra, "dualStack"),
      "dualStack cannot be disabled once enabled",
    ),
  ];
}

function withoutRouteTable(vpc: unknown): unknown {
  if (!isRecord(vpc)) return vpc;
  const { useCustomRouteTable: _table, ...rest } = vpc;
  return rest;
}

function checkZonesUpdate(old: readonly unknown[], zones: readonly unknown[]): FieldErrors {
  if (zones.length < old.length) return forbiddenIf(true, zonesField, "zones cannot be removed");
  return old.flatMap((was, index) => {
    const zone = zones[index];
    const field = childField(zonesField, index);
    const isRenamed =
      textAt(was, "worker") !== "" &&
      textAt(was, "workers") === "" &&
      textAt(zone, "worker") === "" &&
      textAt(zone, "workers") !== "";
    const pairs = isRenamed
      ? [["worker", "workers"] as const]
      : ([
          ["workers", "workers"],
          ["worker", "worker"],
        ] as const);
    return [
      ...changedIf(field, textAt(zone, "name"), textAt(was, "name")),
      ...pairs.flatMap(([before, after]) => changedIf(field, textAt(zone, after), textAt(was, before))),
      ...invalidIf(
        hasAt(was, "ipv6CidrBlock") && !hasAt(zone, "ipv6CidrBlock"),
        childField(field, "ipv6CidrBlock"),
        null,
        "ipv6CidrBlock cannot be removed once set",
      ),
    ];
  });
}
