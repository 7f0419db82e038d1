import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { validateFeatureGates } from "../spec-validation/feature-gates.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { findAwsWorkerErrors } from "./aws-workers.ts";
import { checkAwsSubnets, checkAwsZoneKinds } from "./aws-zones.ts";
import { checkNodesSet, checkNoOverlayWithIpv6, hasIpv4, hasIpv6 } from "./shared/networking.ts";
import { checkPoolsUpdate } from "./shared/pools.ts";
import {
  changedIf,
  childField,
  duplicateIf,
  forbiddenIf,
  invalidIf,
  providerField,
  requiredIf,
  unsupportedIf,
} from "./shared/provider-error.ts";
import {
  controlPlaneOf,
  hasAt,
  infrastructureOf,
  isOnAt,
  type ProviderInput,
  placedPools,
  profileZones,
  textAt,
  textsAt,
} from "./shared/provider-input.ts";
import {
  checkCanonicalRange,
  checkRangeForm,
  checkRangesApart,
  checkRangesDisjoint,
  checkRangesWithin,
  type FieldRange,
  rangeOf,
  shootRanges,
} from "./shared/ranges.ts";
import { checkText } from "./shared/text-rules.ts";

const infra = providerField("infrastructureConfig", true);
const networks = childField(infra, "networks");
const vpc = childField(networks, "vpc");
const zonesField = childField(networks, "zones");

/**
 * What the admission of provider-aws objects to, in the steps in which it answers.
 * @source gardener-extension-provider-aws: pkg/admission/validator/shoot.go, pkg/apis/aws/validation
 */
export function findAwsErrors(input: ProviderInput): readonly FieldErrors[] {
  const { shoot, before } = input;
  const config = infrastructureOf(shoot.spec);
  const old = before && infrastructureOf(before.spec);
  return [
    checkAgainstProfile(input, config, old),
    before === undefined ? [] : checkUpdate(old, config),
    before === undefined ? [] : checkPoolsUpdate(before.spec, shoot.spec),
    [
      ...(hasIpv4(shoot.spec) ? checkNodesSet(shoot.spec, "AWS") : []),
      ...checkNoOverlayWithIpv6(shoot.spec),
      ...checkInfrastructure(input, config),
      ...checkControlPlane(controlPlaneOf(shoot.spec), shoot.spec.kubernetes.version),
      ...placedPools(shoot.spec).flatMap((pool) =>
        findAwsWorkerErrors(
          pool,
          listAt(config, "networks", "zones").map((zone) => textAt(zone, "name")),
        ),
      ),
    ],
  ];
}

/** The extension names the networks `network` here. */
function checkAgainstProfile(input: ProviderInput, config: unknown, old: unknown): FieldErrors {
  const offered = profileZones(input);
  if (offered === undefined) return [];
  const used = new Set<string>();
  const before = listAt(old, "networks", "zones");
  return listAt(config, "networks", "zones").flatMap((zone, index) => {
    const name = textAt(zone, "name");
    const { path } = childField(zonesField, index, "name");
    const field = { path, name: `spec.provider.infrastructureConfig.network.zones[${index}].name` };
    const isKept = JSON.stringify(before[index]) === JSON.stringify(zone);
    const isRepeated = used.has(name);
    used.add(name);
    if (isKept) return [];
    return [...unsupportedIf(!offered.includes(name), field, name, offered), ...duplicateIf(isRepeated, field, name)];
  });
}

function checkInfrastructure({ shoot: { spec } }: ProviderInput, config: unknown): FieldErrors {
  const zones = listAt(config, "networks", "zones");
  const { nodes, pods, services } = shootRanges(spec);
  const { all, workers, canonical } = zoneRanges(zones, hasIpv4(spec));
  return [
    ...requiredIf(zones.length === 0, zonesField, "must specify at least the networks for one zone"),
    ...checkGatewayEndpoints(config),
    ...checkSecurityGroup(config),
    ...checkAwsZoneKinds(config),
    ...zones.flatMap((zone, index) => [
      ...checkText(childField(zonesField, index, "name"), textAt(zone, "name"), {
        pattern: /^[a-z0-9-]+$/,
        maximum: 255,
      }),
      ...checkAwsSubnets(config, index),
      ...(canonical[index] ?? []),
      ...checkElasticIp(zones, index),
    ]),
    ...checkRangeForm(...all),
    ...checkRangesWithin(nodes, ...workers),
    ...checkVpc(spec, config, all),
    ...checkRangesDisjoint(all),
    ...checkRangesApart(pods, ...all),
    ...checkRangesApart(services, ...all),
    ...checkIpamPool(config, hasIpv6(spec)),
    ...checkIgnoredTags(config),
  ];
}

function zoneRanges(zones: readonly unknown[], withWorkers: boolean) {
  const ofZone = zones.map((zone, index) =>
    (["public", "internal", "workers"] as const).flatMap((name): readonly (FieldRange | undefined)[] =>
      name !== "workers" || withWorkers ? [rangeOf(childField(zonesField, index, name), stringAt(zone, name))] : [],
    ),
  );
  return {
    all: ofZone.flat(),
    workers: ofZone.map((ranges) => ranges[2]),
    canonical: ofZone.map((ranges) => ranges.flatMap(checkCanonicalRange)),
  };
}

function checkGatewayEndpoints(config: unknown): FieldErrors {
  const field = childField(vpc, "gatewayEndpoints");
  const endpoints = textsAt(config, "networks", "vpc", "gatewayEndpoints");
  const words =
    "gatewayEndpoints are not supported in BYO mode (workersSubnetID); VPC gateway endpoints require route table associations that Gardener cannot manage in BYO mode; create and manage VPC endpoints independently";
  const isOwn = listAt(config, "networks", "zones").some((zone) => hasAt(zone, "workersSubnetID"));
  return [
    ...endpoints.flatMap(([index, name]) =>
      invalidIf(!isDns1123Subdomain(name), childField(field, index), name, "must be a valid DNS subdomain"),
    ),
    ...forbiddenIf(endpoints.length > 0 && isOwn, field, words),
  ];
}

function checkSecurityGroup(config: unknown): FieldErrors {
  const id = stringAt(config, "networks", "nodesSecurityGroupID");
  if (id === undefined) return [];
  const field = childField(networks, "nodesSecurityGroupID");
  const rule = { pattern: /^sg-[a-z0-9]+$/, whenEmpty: "cannot be empty", maximum: 255 };
  const words = "nodesSecurityGroupID requires VPC.ID to be set (existing VPC)";
  return [...checkText(field, id, rule), ...forbiddenIf(!hasAt(config, "networks", "vpc", "id"), field, words)];
}

function checkElasticIp(zones: readonly unknown[], index: number): FieldErrors {
  const zone = zones[index];
  const id = stringAt(zone, "elasticIPAllocationID");
  if (id === undefined) return [];
  const field = childField(zonesField, index, "elasticIPAllocationID");
  const words =
    "elasticIPAllocationID is only valid when workers and public CIDRs are provided (Gardener-managed subnets)";
  const isRepeated = zones.slice(0, index).some((other) => stringAt(other, "elasticIPAllocationID") === id);
  return [
    ...forbiddenIf(!hasAt(zone, "workers") || !hasAt(zone, "public"), field, words),
    ...duplicateIf(isRepeated, field, id),
    ...checkText(field, id, { pattern: /^eipalloc-[a-z0-9]+$/, maximum: 255 }),
  ];
}

function checkVpc(spec: ProviderInput["shoot"]["spec"], config: unknown, all: readonly (FieldRange | undefined)[]) {
  const given = fieldAt(config, "networks", "vpc") ?? {};
  const [id, cidr] = [stringAt(given, "id"), stringAt(given, "cidr")];
  const { nodes, pods, services } = shootRanges(spec);
  if (id === undefined && cidr === undefined) {
    return invalidIf(true, vpc, given, "must specify either a vpc id or a cidr");
  }
  if (id !== undefined && cidr !== undefined) return invalidIf(true, vpc, given, "cannot specify both vpc id and cidr");
  if (id !== undefined) {
    const rule = { pattern: /^vpc-[a-z0-9]+$/, whenEmpty: "cannot be empty", maximum: 255 };
    return checkText(childField(vpc, "id"), id, rule);
  }
  if (hasIpv6(spec)) return [];
  const range = rangeOf(childField(vpc, "cidr"), cidr);
  return [
    ...checkCanonicalRange(range),
    ...checkRangeForm(range),
    ...checkRangesWithin(range, nodes, ...all),
    ...checkRangesApart(range, pods, services),
  ];
}

function checkIpamPool(config: unknown, withIpv6: boolean): FieldErrors {
  const text = stringAt(config, "networks", "vpc", "ipv6IpamPool", "cidrBlock");
  const range = rangeOf(childField(vpc, "ipv6IpamPool", "cidrBlock"), text);
  if (range === undefined) return [];
  const hasId = hasAt(config, "networks", "vpc", "ipv6IpamPool", "id");
  const refuse = (isCase: boolean, words: string) => invalidIf(isCase, range.field, range.text, words);
  return [
    ...checkRangeForm(range),
    ...checkCanonicalRange(range),
    ...refuse(!withIpv6, "cidrBlock requires an IPv6 IP family"),
    ...refuse(!hasId, "cidrBlock requires ipv6IpamPool.id to be set"),
    ...refuse(range.range !== undefined && range.range.bits !== 56, "cidrBlock must be a /56"),
  ];
}

const tagRule = { pattern: /^[\w +\-=.:/@]+$/, whenEmpty: "cannot be empty", maximum: 128 };
const reservedTag = "Name";
const reservedPrefixes = ["kubernetes.io", "gardener.cloud"];

function checkIgnoredTags(config: unknown): FieldErrors {
  const field = childField(infra, "ignoreTags");
  const each = (list: string, judge: (at: typeof field, tag: string) => FieldErrors) =>
    textsAt(config, "ignoreTags", list).flatMap(([index, tag]) => {
      const at = childField(field, list, index);
      const form = checkText(at, tag, tagRule);
      return form.length > 0 ? form : judge(at, tag);
    });
  return [
    ...each("keys", (at, key) => {
      const prefix = reservedPrefixes.find((reserved) => key.startsWith(reserved));
      return [
        ...invalidIf(key === reservedTag, at, key, `must not ignore reserved key "${reservedTag}"`),
        ...invalidIf(prefix !== undefined, at, key, `must not ignore key with reserved prefix "${prefix}"`),
      ];
    }),
    ...each("keyPrefixes", (at, prefix) => {
      const reserved = reservedPrefixes.find((each) => prefix.startsWith(each) || each.startsWith(prefix));
      const words = prefix.startsWith(reserved ?? "")
        ? `must not include reserved key prefix "${reserved}"`
        : `must not have reserved key prefix "${reserved}"`;
      return [
        ...invalidIf(reservedTag.startsWith(prefix), at, prefix, `must not include reserved key "${reservedTag}"`),
        ...invalidIf(reserved !== undefined, at, prefix, words),
      ];
    }),
  ];
}

function checkControlPlane(config: unknown, version: string): FieldErrors {
  const field = providerField("controlPlaneConfig");
  const gates = fieldAt(config, "cloudControllerManager", "featureGates");
  const name = stringAt(config, "loadBalancerController", "ingressClassName");
  const rule = { pattern: /^[a-z0-9.-]+$/, whenEmpty: "cannot be empty", maximum: 253 };
  return [
    ...validateFeatureGates(childField(field, "cloudControllerManager", "featureGates").path, gates, version),
    ...(name === undefined
      ? []
      : checkText(childField(field, "loadBalancerController", "ingressClassName"), name, rule)),
  ];
}

function checkUpdate(old: unknown, config: unknown): FieldErrors {
  const kept = (...path: readonly string[]) =>
    changedIf(childField(infra, ...path), fieldAt(old, ...path), fieldAt(config, ...path));
  const keptOnceSet = (...path: readonly string[]) => (hasAt(old, ...path) ? kept(...path) : []);
  const [zones, before] = [listAt(config, "networks", "zones"), listAt(old, "networks", "zones")];
  const isFewer = before.length > zones.length;
  return [
    ...keptOnceSet("elasticFileSystem"),
    ...kept("enableDedicatedTenancyForVPC"),
    ...kept("networks", "vpc", "id"),
    ...kept("networks", "vpc", "cidr"),
    ...keptOnceSet("networks", "vpc", "ipv6IpamPool"),
    ...kept("networks", "nodesSecurityGroupID"),
    ...forbiddenIf(isFewer, zonesField, "removing zones is not allowed"),
    ...(isFewer ? [] : before.flatMap((zone, index) => checkZoneUpdate(index, zone, zones[index]))),
    ...forbiddenIf(
      !isFewer && isOnAt(old, "dualStack", "enabled") && !isOnAt(config, "dualStack", "enabled"),
      childField(infra, "dualStack", "enabled"),
      'field can\'t be changed from "true" to "false"',
    ),
  ];
}

function checkZoneUpdate(index: number, old: unknown, zone: unknown): FieldErrors {
  const kept = (name: string) =>
    changedIf(childField(zonesField, index, name), fieldAt(old, name), fieldAt(zone, name));
  const keptOnceSet = (name: string) => (hasAt(old, name) ? kept(name) : []);
  return [
    ...kept("name"),
    ...["public", "internal", "workers"].flatMap(keptOnceSet),
    ...kept("workersSubnetID"),
    ...["publicSubnetID", "internalSubnetID"].flatMap(keptOnceSet),
  ];
}
