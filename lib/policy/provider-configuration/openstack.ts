import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { validateFeatureGates } from "../spec-validation/feature-gates.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { checkFloatingPool, checkLoadBalancerProvider } from "./openstack-constraints.ts";
import { checkLoadBalancerClasses, openstackName } from "./openstack-load-balancers.ts";
import { findOpenstackWorkerErrors } from "./openstack-workers.ts";
import { checkNodesSet, checkNotIpv6Alone } from "./shared/networking.ts";
import { checkPoolsUpdate } from "./shared/pools.ts";
import { changedIf, childField, forbiddenIf, invalidIf, providerField, requiredIf } from "./shared/provider-error.ts";
import {
  controlPlaneOf,
  hasAt,
  infrastructureOf,
  ipFamiliesOf,
  isOnAt,
  numberAt,
  type ProviderInput,
  placedPools,
  textAt,
} from "./shared/provider-input.ts";
import {
  checkCanonicalRange,
  checkRangeForm,
  checkRangesDisjoint,
  checkRangesWithin,
  rangeOf,
  shootRanges,
} from "./shared/ranges.ts";
import { checkText, checkUuid } from "./shared/text-rules.ts";

const infra = providerField("infrastructureConfig");
const networks = childField(infra, "networks");
const controlPlane = providerField("controlPlaneConfig");

/**
 * What the admission of provider-openstack objects to, in the steps in which it answers.
 * @source gardener-extension-provider-openstack: pkg/admission/validator/shoot.go, pkg/apis/openstack/validation
 */
export function findOpenstackErrors(input: ProviderInput): readonly FieldErrors[] {
  const { shoot, before, profile } = input;
  const [config, control] = [infrastructureOf(shoot.spec), controlPlaneOf(shoot.spec)];
  const pools = before === undefined ? [] : checkPoolsUpdate(before.spec, shoot.spec, "is");
  return [
    pools,
    [
      ...(before === undefined ? [] : checkUpdate(infrastructureOf(before.spec), config)),
      ...checkFloatingPool(input),
      ...checkLoadBalancerProvider(input),
      ...checkNodesSet(shoot.spec, "Openstack"),
      ...checkNotIpv6Alone(shoot.spec),
      ...checkInfrastructure(shoot.spec, config),
      ...checkControlPlane(shoot.spec, control, config),
      ...findOpenstackWorkerErrors(placedPools(shoot.spec), profile),
    ],
  ];
}

function checkInfrastructure(spec: ShootSpec, config: unknown): FieldErrors {
  const given = fieldAt(config, "networks");
  const ranges = ["worker", "workers"].map((name) =>
    rangeOf(childField(networks, name), textAt(given, name) || undefined),
  );
  const workers = ranges[1] ?? ranges[0];
  const hasWorkers = workers !== undefined;
  const [pool, subnetName] = [fieldAt(given, "subnetPool"), stringAt(config, "floatingPoolSubnetName")];
  const subnetField = childField(infra, "floatingPoolSubnetName");
  return [
    ...checkText(childField(infra, "floatingPoolName"), textAt(config, "floatingPoolName"), openstackName),
    ...requiredIf(
      !hasWorkers && !hasAt(pool),
      childField(networks, "workers"),
      "must specify either the network range for the worker network or a subnetPool",
    ),
    ...invalidIf(
      hasWorkers && hasAt(pool),
      childField(networks, "subnetPool"),
      pool,
      "subnetPool is mutually exclusive with workers/worker CIDR fields",
    ),
    ...ranges.flatMap((range) => [...checkRangeForm(range), ...checkCanonicalRange(range)]),
    ...checkRangesWithin(shootRanges(spec).nodes, workers),
    ...checkSubnetPool(pool),
    ...checkUuid(childField(networks, "id"), stringAt(given, "id")),
    ...checkRouter(given),
    ...(subnetName === undefined ? [] : checkText(subnetField, subnetName, openstackName)),
    ...forbiddenIf(
      subnetName !== undefined && hasAt(given, "router"),
      { path: childField(networks, "router").path, name: childField(infra, "router").name },
      "router cannot be set when a floating subnet name is provided",
    ),
    ...checkIpv6(spec, fieldAt(given, "ipv6")),
  ];
}

function checkSubnetPool(pool: unknown): FieldErrors {
  if (!hasAt(pool)) return [];
  const field = childField(networks, "subnetPool");
  const length = numberAt(pool, "prefixLength") ?? 0;
  const words = "prefix length must be between 1 and 32";
  return [
    ...requiredIf(textAt(pool, "id") === "", childField(field, "id"), "subnet pool id must not be empty"),
    ...invalidIf(length <= 0 || length > 32, childField(field, "prefixLength"), length, words),
  ];
}

function checkRouter(given: unknown): FieldErrors {
  if (!hasAt(given, "router")) return [];
  const id = textAt(given, "router", "id");
  const field = childField(networks, "router", "id");
  if (id !== "") return checkUuid(field, id);
  return invalidIf(true, field, id, "router id must not be empty when router key is provided");
}

function checkIpv6(spec: ShootSpec, ipv6: unknown): FieldErrors {
  const field = childField(networks, "ipv6");
  const names = ["nodeCIDR", "podCIDR", "serviceCIDR"];
  const hasPool = hasAt(ipv6, "subnetPoolID");
  const isNeeded = ipFamiliesOf(spec).length > 1 && !hasPool && textAt(ipv6, "nodeCIDR") === "";
  const needed = requiredIf(
    isNeeded,
    infra,
    "either networks.ipv6.subnetPoolID or networks.ipv6 CIDRs must be set for dual-stack shoots",
  );
  if (!hasAt(ipv6)) return needed;
  const set = names.filter((name) => textAt(ipv6, name) !== "");
  const words = "either subnetPoolID or explicit CIDRs (nodeCIDR, podCIDR, serviceCIDR) must be set";
  if (set.length === 0) return [...requiredIf(!hasPool, field, words), ...needed];
  const ranges = set.map((name) => rangeOf(childField(field, name), textAt(ipv6, name)));
  return [
    ...names.flatMap((name) =>
      requiredIf(!set.includes(name), childField(field, name), "must be set when any IPv6 CIDR is configured"),
    ),
    ...ranges.flatMap((one) => [
      ...checkRangeForm(one),
      ...checkCanonicalRange(one),
      ...(one?.range?.family === "IPv4"
        ? invalidIf(true, one.field, one.text.split("/")[0], "must be a valid IPv6 address")
        : []),
    ]),
    ...checkRangesDisjoint(ranges),
    ...needed,
  ];
}

function checkControlPlane(spec: ShootSpec, control: unknown, config: unknown): FieldErrors {
  const gates = fieldAt(control, "cloudControllerManager", "featureGates");
  const isShared = isOnAt(config, "networks", "shareNetwork", "enabled");
  const manila = isOnAt(control, "storage", "csiManila", "enabled");
  const words = "share network must be created if CSI manila driver is enabled";
  return [
    ...requiredIf(
      textAt(control, "loadBalancerProvider") === "",
      childField(controlPlane, "loadBalancerProvider"),
      "must provide the name of a load balancer provider",
    ),
    ...checkLoadBalancerClasses(
      childField(controlPlane, "loadBalancerClasses"),
      listAt(control, "loadBalancerClasses"),
    ),
    ...validateFeatureGates(`${controlPlane.path}.cloudControllerManager.featureGates`, gates, spec.kubernetes.version),
    ...invalidIf(manila && !isShared, childField(controlPlane, "storage", "csiManila", "enabled"), true, words),
  ];
}

/** Nothing about the networks can change, except that a share network can be added. */
function checkUpdate(old: unknown, config: unknown): FieldErrors {
  const kept = (...path: readonly string[]) =>
    changedIf(childField(infra, ...path), fieldAt(old, ...path), fieldAt(config, ...path));
  return [
    ...["id", "router", "worker", "workers", "ipv6", "subnetPool"].flatMap((name) => kept("networks", name)),
    ...(isOnAt(old, "networks", "shareNetwork", "enabled") ? kept("networks", "shareNetwork") : []),
    ...kept("floatingPoolName"),
    ...kept("floatingPoolSubnetName"),
  ];
}
