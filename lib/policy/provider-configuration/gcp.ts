import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { checkGcpControlPlane } from "./gcp-control-plane.ts";
import { findGcpWorkerErrors, gcpName } from "./gcp-workers.ts";
import { checkNodesSet, checkNoOverlayWithIpv6, checkNotIpv6Alone } from "./shared/networking.ts";
import { checkPoolsUpdate } from "./shared/pools.ts";
import {
  changedIf,
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
  infrastructureOf,
  isOnAt,
  numberAt,
  type ProviderInput,
  placedPools,
  textAt,
} from "./shared/provider-input.ts";
import {
  checkCanonicalRange,
  checkRangeForm,
  checkRangesApart,
  checkRangesWithin,
  type FieldRange,
  rangeOf,
  shootRanges,
} from "./shared/ranges.ts";
import { checkText } from "./shared/text-rules.ts";

const infra = providerField("infrastructureConfig");
const networks = childField(infra, "networks");
const vpcField = childField(networks, "vpc");

/**
 * What the admission of provider-gcp objects to, in the steps in which it answers.
 * @source gardener-extension-provider-gcp: pkg/admission/validator/shoot.go, pkg/apis/gcp/validation
 */
export function findGcpErrors(input: ProviderInput): readonly FieldErrors[] {
  const { shoot, before } = input;
  const config = infrastructureOf(shoot.spec);
  return [
    [
      ...(before === undefined ? [] : checkUpdate(before.spec, shoot.spec)),
      ...checkNodesSet(shoot.spec, "GCP"),
      ...checkNotIpv6Alone(shoot.spec),
      ...checkNoOverlayWithIpv6(shoot.spec),
      ...checkRanges(shoot.spec, config),
      ...checkVpc(fieldAt(config, "networks", "vpc")),
      ...checkFlowLogs(fieldAt(config, "networks", "flowLogs")),
      ...checkCloudNat(fieldAt(config, "networks", "cloudNAT")),
      ...checkMtu(config),
      ...findGcpWorkerErrors(placedPools(shoot.spec), "pools"),
      ...checkGcpControlPlane(input),
      ...findGcpWorkerErrors(placedPools(shoot.spec), "providerConfig"),
    ],
  ];
}

/** The range of the workers: `workers`, or `worker` as it was called before. */
function workersRange(config: unknown): FieldRange | undefined {
  const [older, text] = [textAt(config, "networks", "worker"), textAt(config, "networks", "workers")];
  if (text !== "") return rangeOf(childField(networks, "workers"), text);
  return older === "" ? undefined : rangeOf(childField(networks, "worker"), older);
}

function checkRanges(spec: ShootSpec, config: unknown): FieldErrors {
  const { nodes, pods, services } = shootRanges(spec);
  const older = textAt(config, "networks", "worker");
  const both = [
    older === "" ? undefined : rangeOf(childField(networks, "worker"), older),
    rangeOf(childField(networks, "workers"), textAt(config, "networks", "workers") || undefined),
  ];
  const workers = workersRange(config);
  const internal = rangeOf(childField(networks, "internal"), stringAt(config, "networks", "internal"));
  const words = "must specify the network range for the worker network";
  return [
    ...requiredIf(workers === undefined, childField(networks, "workers"), words),
    ...both.flatMap((range) => [...checkRangeForm(range), ...checkCanonicalRange(range)]),
    ...checkRangeForm(internal),
    ...checkCanonicalRange(internal),
    ...[pods, services, nodes, workers].flatMap((range) => checkRangesApart(range, internal)),
    ...checkRangesWithin(nodes, workers),
  ];
}

function checkVpc(vpc: unknown): FieldErrors {
  if (!hasAt(vpc)) return [];
  const [name, router] = [textAt(vpc, "name"), fieldAt(vpc, "cloudRouter")];
  const [nameField, routerField] = [childField(vpcField, "name"), childField(vpcField, "cloudRouter")];
  const hasRouter = hasAt(vpc, "cloudRouter");
  if (name === "") {
    const words = "cloud router can not be configured when the VPC name is not specified";
    return [
      ...invalidIf(true, nameField, name, "vpc name must not be empty when vpc key is provided"),
      ...invalidIf(hasRouter, routerField, router, words),
    ];
  }
  const routerName = textAt(router, "name");
  const named = childField(routerField, "name");
  const ofRouter =
    routerName === ""
      ? invalidIf(true, named, router, "cloud router name must be specified when reusing a VPC")
      : checkText(named, routerName, gcpName);
  return [
    ...checkText(nameField, name, gcpName),
    ...invalidIf(!hasRouter, routerField, null, "cloud router must be defined when reusing a VPC"),
    ...(hasRouter ? ofRouter : []),
  ];
}

const intervals = [5, 30]
  .map((seconds) => `INTERVAL_${seconds}_SEC`)
  .concat([1, 5, 10, 15].map((m) => `INTERVAL_${m}_MIN`));
const metadata = ["CUSTOM_METADATA", "EXCLUDE_ALL_METADATA", "INCLUDE_ALL_METADATA"];

function checkFlowLogs(logs: unknown): FieldErrors {
  if (!hasAt(logs)) return [];
  const field = childField(networks, "flowLogs");
  const sampling = numberAt(logs, "flowSampling");
  const words = "at least one VPC flow log parameter must be specified when VPC flow log section is provided";
  const offer = (name: string, offered: readonly string[]) => {
    const given = stringAt(logs, name);
    return unsupportedIf(given !== undefined && !offered.includes(given), childField(field, name), given, offered);
  };
  return [
    ...requiredIf(!["aggregationInterval", "flowSampling", "metadata"].some((name) => hasAt(logs, name)), field, words),
    ...offer("aggregationInterval", intervals),
    ...offer("metadata", metadata),
    ...invalidIf(
      sampling !== undefined && (sampling < 0 || sampling > 1),
      childField(field, "flowSampling"),
      sampling,
      "must be between 0 and 1",
    ),
  ];
}

function isPowerOfTwo(count: number): boolean {
  return (BigInt(count) & BigInt(count - 1)) === 0n;
}

function checkCloudNat(nat: unknown): FieldErrors {
  if (!hasAt(nat)) return [];
  const field = childField(networks, "cloudNAT");
  const names = fieldAt(nat, "natIPNames");
  const [least, most] = [numberAt(nat, "minPortsPerVM"), numberAt(nat, "maxPortsPerVM")];
  const refuse = (isCase: boolean, name: string, given: unknown, words: string) =>
    invalidIf(isCase, childField(field, name), given, words);
  const isDynamic = isOnAt(nat, "enableDynamicPortAllocation");
  const dynamicOnly = "maxPortsPerVM are only configurable if dynamic port allocation is enabled.";
  const excluded = "dynamic port allocation may not be enabled at the same time as endpoint independent mapping.";
  const minimumRule = "minPortsPerVM must be a power of two if dynamic port allocation is enabled.";
  const isAbove = least !== undefined && most !== undefined && least > most;
  const isOther = (ports: number | undefined) => ports !== undefined && !isPowerOfTwo(ports);
  return [
    ...refuse(Array.isArray(names) && names.length === 0, "natIPNames", names, "nat IP names cannot be empty."),
    ...listAt(nat, "natIPNames").flatMap((one, index) =>
      checkText(childField(field, "natIPNames", index, "name"), textAt(one, "name"), gcpName),
    ),
    ...(isDynamic
      ? [
          ...refuse(
            isOnAt(nat, "endpointIndependentMapping", "enabled"),
            "enableDynamicPortAllocation",
            true,
            excluded,
          ),
          ...refuse(isOther(most), "maxPortsPerVM", most, "maxPortsPerVM must be a power of two."),
          ...refuse(isOther(least), "minPortsPerVM", least, minimumRule),
          ...refuse(isAbove, "minPortsPerVM", least, "minPortsPerVM may not be greater than maxPortsPerVM."),
        ]
      : refuse(most !== undefined, "maxPortsPerVM", least, dynamicOnly)),
  ];
}

function checkMtu(config: unknown): FieldErrors {
  const mtu = numberAt(config, "networks", "mtu");
  if (mtu === undefined) return [];
  const field = childField(networks, "mtu");
  const isReused = textAt(config, "networks", "vpc", "name") !== "";
  return [
    ...forbiddenIf(isReused, field, "mtu cannot be configured when using an existing VPC"),
    ...invalidIf(mtu < 1300 || mtu > 8896, field, mtu, "mtu must be between 1300 and 8896"),
  ];
}

function checkUpdate(before: ShootSpec, after: ShootSpec): FieldErrors {
  const [old, config] = [infrastructureOf(before), infrastructureOf(after)];
  const [oldZone, zone] = [before, after].map((spec) => textAt(controlPlaneOf(spec), "zone"));
  return [
    ...(semanticallyEqual(old, config) ? [] : checkNetworksUpdate(old, config)),
    ...changedIf(childField(providerField("controlPlaneConfig"), "zone"), oldZone, zone),
    ...checkPoolsUpdate(before, after),
  ];
}

function checkNetworksUpdate(old: unknown, config: unknown): FieldErrors {
  const kept = (...path: readonly string[]) =>
    changedIf(childField(networks, ...path), fieldAt(old, "networks", ...path), fieldAt(config, "networks", ...path));
  const [had, has] = [hasAt(old, "networks", "vpc"), hasAt(config, "networks", "vpc")];
  const hadInternal = hasAt(old, "networks", "internal");
  const [was, is] = [workersRange(old), workersRange(config)];
  const isOutside = is?.range !== undefined && checkRangesWithin(is, was).length > 0;
  return [
    ...(had && !has ? kept("vpc") : []),
    ...(had && has
      ? [...kept("vpc", "name"), ...kept("vpc", "cloudRouter"), ...(hadInternal ? kept("internal") : [])]
      : []),
    ...(is === undefined ? [] : invalidIf(isOutside, is.field, is.text, "worker CIDR blocks can only be expanded")),
    ...kept("mtu"),
  ];
}
