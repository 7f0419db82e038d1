import type { ShootSpec } from "#lib/garden/shoot.ts";
import { parseCidr } from "#lib/kube/cidr.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isLabelKey } from "#lib/kube/labels.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import {
  checkEach,
  checkImmutable,
  checkName,
  checkNotWithoutWorkers,
  checkOneOf,
  checkRequired,
  checkUnique,
  isSet,
} from "./field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";

const path = "spec.networking";
const ranges = ["nodes", "pods", "services"] as const;

/** The IP families of a Shoot, by default IPv4. @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go */
export function ipFamilies({ networking }: ShootSpec): readonly string[] {
  const given = listAt(networking, "ipFamilies").filter((family) => typeof family === "string");
  return given.length > 0 ? given : ["IPv4"];
}

/**
 * Validation of a Shoot's new network: type, families, and ranges that are readable, canonical and of the right family.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateNetworking
 */
export function validateNetworking(before: ShootSpec, spec: ShootSpec): FieldErrors {
  const { networking } = spec;
  const hadType = workerPoolsOf(spec).length > 0 && isSet(before.networking?.type);
  if (!isSet(networking)) return hadType ? checkRequired(`${path}.type`, undefined) : [];
  const unknown = ipFamilyErrors(spec);
  return [
    ...(hadType ? checkRequired(`${path}.type`, networking?.type) : []),
    ...networkTypeErrors(spec),
    ...(unknown.length > 0 ? unknown : ranges.flatMap((name) => rangeErrors(spec, name))),
  ];
}

function networkTypeErrors({ networking, provider }: ShootSpec): FieldErrors {
  if ((provider.workers ?? []).length === 0) {
    const fields = ["type", "providerConfig", "pods", "nodes"];
    return fields.flatMap((field) => checkNotWithoutWorkers(`${path}.${field}`, fieldAt(networking, field)));
  }
  const type = stringAt(networking, "type") ?? "";
  const isType = (text: string) => text === "" || isLabelKey(`networking.extensions.gardener.cloud/${text}`);
  return checkName(`${path}.type`, type, isType);
}

function ipFamilyErrors(spec: ShootSpec): FieldErrors {
  const at = `${path}.ipFamilies[]`;
  const families = ipFamilies(spec);
  return [
    ...checkEach(at, families, (place, family) => checkOneOf(place, family, ["IPv4", "IPv6"])),
    ...checkUnique(at, families),
  ];
}

function rangeErrors(spec: ShootSpec, name: (typeof ranges)[number]): FieldErrors {
  const value = stringAt(spec.networking, name);
  if (value === undefined) return [];
  const at = `${path}.${name}`;
  const range = parseCidr(value);
  if (range === undefined) return [fieldError(at, "CIDR_MALFORMED", { value })];
  const [family = "IPv4", second] = ipFamilies(spec);
  const { canonical } = range;
  return [
    ...fieldErrorIf(second === undefined && range.family !== family, at, "CIDR_OTHER_FAMILY", { value, family }),
    ...fieldErrorIf(canonical !== value, at, "CIDR_NOT_CANONICAL", { value, canonical }),
  ];
}

/**
 * Validation of network changes. Allowed are changes of the node range, adding a missing range, and switching between
 * IPv4 and dual-stack. A removed block is restored by the API server, empty.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateNetworkingUpdate
 */
export function validateNetworkingChange(before: ShootSpec, after: ShootSpec): FieldErrors {
  const [old, next] = [before.networking, after.networking];
  if (!isSet(old)) return [];
  return [
    ...checkImmutable(`${path}.type`, fieldAt(old, "type"), fieldAt(next, "type")),
    ...(["pods", "services"] as const).flatMap((name) =>
      isSet(fieldAt(old, name)) ? checkImmutable(`${path}.${name}`, fieldAt(old, name), fieldAt(next, name)) : [],
    ),
    ...ipFamiliesChange(ipFamilies(before), ipFamilies(after)),
  ];
}

function ipFamiliesChange(before: readonly string[], after: readonly string[]): FieldErrors {
  const isKnown = (families: readonly string[]) => ["IPv4", "IPv4,IPv6"].includes(families.join());
  const mayChange = semanticallyEqual(before, after) || (isKnown(before) && isKnown(after));
  return fieldErrorIf(!mayChange, `${path}.ipFamilies`, "IP_FAMILIES_CHANGE", { from: before, to: after });
}

/**
 * Default node CIDR mask size; undefined where the API server sets no default either. There are about twice as many
 * addresses as Pods.
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go, calculateDefaultNodeCIDRMaskSize
 */
function defaultNodeMask(spec: ShootSpec): number | undefined {
  const [family, second] = ipFamilies(spec);
  if (workerPoolsOf(spec).length === 0) return undefined;
  if (family === "IPv6" && second === undefined) return 64;
  return 32 - Math.ceil(Math.log2(Math.max(1, highestMaxPods(spec, 110)) * 2));
}

/** The highest `maxPods` of all pools and the Shoot's kubelet block, for which `unsaid` is the default. */
export function highestMaxPods(spec: ShootSpec, unsaid: number): number {
  const own = workerPoolsOf(spec).map(({ kubernetes }) => fieldAt(kubernetes, "kubelet", "maxPods"));
  const shared = fieldAt(spec.kubernetes.kubelet, "maxPods");
  const most = typeof shared === "number" ? shared : unsaid;
  return Math.max(most, ...own.filter((pods) => typeof pods === "number"));
}

/**
 * Validation of the node CIDR mask size: immutable, but the one for IPv6 may be added later.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateKubeControllerManagerUpdate
 */
export function validateNodeMaskChange(before: ShootSpec, after: ShootSpec): FieldErrors {
  const manager = "spec.kubernetes.kubeControllerManager";
  const maskOf = ({ kubernetes }: ShootSpec, field: string) => fieldAt(kubernetes.kubeControllerManager, field);
  const [mask, maskIpv6] = ["nodeCIDRMaskSize", "nodeCIDRMaskSizeIPv6"] as const;
  const [old, oldIpv6] = [maskOf(before, mask), maskOf(before, maskIpv6)];
  const next = maskOf(after, mask) ?? (isSet(old) ? defaultNodeMask(after) : undefined);
  const nextIpv6 = maskOf(after, maskIpv6) ?? (ipFamilies(after).length > 1 ? 64 : undefined);
  return [
    ...checkImmutable(`${manager}.${mask}`, old, next),
    ...(isSet(oldIpv6) ? checkImmutable(`${manager}.${maskIpv6}`, oldIpv6, nextIpv6) : []),
  ];
}
