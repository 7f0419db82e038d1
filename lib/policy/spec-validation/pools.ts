import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { isPemCertificate } from "#lib/kube/certificate.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { controlPlanePools } from "../maintenance/control-plane-pools.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { reservedTaint } from "./components.ts";
import {
  checkAnnotations,
  checkDuration,
  checkEach,
  checkLabels,
  checkName,
  checkNotNegative,
  checkNotWithoutWorkers,
  checkOneOf,
  checkRange,
  checkRequired,
  checkUnique,
  isSet,
} from "./field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf, withPoolErrorPath } from "./field-error.ts";

const longestName = 15;

/** Provider fields that only a Shoot with workers may have. */
const providerBlocks = ["infrastructureConfig", "controlPlaneConfig", "workersSettings"];

/**
 * Validation of pools, except versions and what depends on the CloudProfile: names, numbers, labels, taints, volumes,
 * and enough room for system components.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateWorker and ValidateSystemComponentWorkers
 */
export function validatePools(spec: ShootSpec): FieldErrors {
  const pools = workerPoolsOf(spec);
  const { provider } = spec;
  if (pools.length === 0) {
    return providerBlocks.flatMap((field) =>
      checkNotWithoutWorkers(`spec.provider.${field}`, fieldAt(provider, field)),
    );
  }
  return [
    ...pools.flatMap((pool, index) => withPoolErrorPath(index, poolErrors(pool))),
    ...systemComponentErrors(pools),
    ...controlPlanePoolErrors(spec),
  ];
}

function nameErrors(path: string, value: string): FieldErrors {
  return [
    ...checkName(path, value, isDns1123Label),
    ...fieldErrorIf(value.length > longestName, path, "TOO_LONG", { maximum: String(longestName) }),
  ];
}

function volumeNameErrors(path: string, value: string): FieldErrors {
  return value === "" ? checkRequired(path, value) : nameErrors(path, value);
}

function poolErrors(pool: Worker): FieldErrors {
  const { minimum, maximum, machine, priority } = pool;
  const image = machine.image;
  return [
    ...nameErrors("name", pool.name),
    ...checkRequired("machine.type", machine.type),
    ...(image ? checkRequired("machine.image.name", image.name) : []),
    ...checkNotNegative("minimum", minimum),
    ...checkNotNegative("maximum", maximum),
    ...fieldErrorIf(maximum !== undefined && maximum < (minimum ?? 0), "maximum", "MAXIMUM_BELOW_MINIMUM"),
    ...architectureErrors(machine.architecture || "amd64"),
    ...checkLabels("labels", pool.labels),
    ...checkAnnotations("annotations", pool.annotations),
    ...taintErrors(pool.taints),
    ...volumeErrors(pool),
    ...autoscalerErrors(pool.clusterAutoscaler),
    ...criErrors(pool.cri),
    ...checkRange("priority", priority, { minimum: -1 }),
    ...sysctlErrors(pool.sysctls),
    ...caErrors(pool.caBundle),
  ];
}

function architectureErrors(architecture: string): FieldErrors {
  const isKnown = architecture === "amd64" || architecture === "arm64";
  return fieldErrorIf(!isKnown, "machine.architecture", "ARCHITECTURE_UNKNOWN", { architecture });
}

const effects = ["NoExecute", "NoSchedule", "PreferNoSchedule"];

function taintErrors(taints: unknown): FieldErrors {
  if (!Array.isArray(taints)) return [];
  const seen = new Set<string>();
  return taints.flatMap((taint, index): FieldErrors => {
    const at = `taints[${index}]`;
    const [key = "", value = "", effect = ""] = ["key", "value", "effect"].map((field) => stringAt(taint, field));
    const pair = `${key} ${effect}`;
    const isTwice = seen.has(pair);
    seen.add(pair);
    return [
      ...checkName(`${at}.key`, key, isLabelKey),
      ...fieldErrorIf(key === reservedTaint, `${at}.key`, "TAINT_RESERVED"),
      ...checkName(`${at}.value`, value, isLabelValue),
      ...(effect === "" ? checkRequired(`${at}.effect`, effect) : checkOneOf(`${at}.effect`, effect, effects)),
      ...fieldErrorIf(isTwice, at, "VALUE_DUPLICATE", { value: `${key}:${effect}` }),
    ];
  });
}

const volumeSize = /^\d+Gi$/;

function sizeErrors(path: string, size: string | undefined): FieldErrors {
  const value = size ?? "";
  return fieldErrorIf(!volumeSize.test(value), path, "VOLUME_SIZE_MALFORMED", { value });
}

function volumeErrors({ volume, dataVolumes, kubeletDataVolumeName: kubelet }: Worker): FieldErrors {
  const list = listAt({ dataVolumes }, "dataVolumes");
  const names = list.map((one) => stringAt(one, "name") ?? "");
  const own = stringAt(volume, "name");
  const isUnknown = typeof kubelet === "string" && !names.includes(kubelet);
  return [
    ...(own === undefined ? [] : volumeNameErrors("volume.name", own)),
    ...(isSet(volume) ? sizeErrors("volume.size", stringAt(volume, "size")) : []),
    ...(list.length > 0 && !isSet(volume) ? checkRequired("volume", undefined) : []),
    ...list.flatMap((one, index) => [
      ...volumeNameErrors(`dataVolumes[${index}].name`, names[index] ?? ""),
      ...sizeErrors(`dataVolumes[${index}].size`, stringAt(one, "size")),
    ]),
    ...checkUnique("dataVolumes[].name", names),
    ...fieldErrorIf(isUnknown, "kubeletDataVolumeName", "DATA_VOLUME_UNKNOWN", { value: String(kubelet) }),
  ];
}

/**
 * Errors of a pool's cluster-autoscaler options, at `autoscaler`. @source Gardener: pkg/api/core/validation/shoot.go,
 * ValidateClusterAutoscalerOptions
 */
function autoscalerErrors(options: unknown): FieldErrors {
  const get = (field: string) => fieldAt(options, field);
  return [
    ...["scaleDownUtilizationThreshold", "scaleDownGpuUtilizationThreshold"].flatMap((field) =>
      checkRange(`autoscaler.${field}`, get(field), { minimum: 0, maximum: 1 }),
    ),
    ...["scaleDownUnneededTime", "scaleDownUnreadyTime", "maxNodeProvisionTime"].flatMap((field) =>
      checkDuration(`autoscaler.${field}`, get(field)),
    ),
  ];
}

function criErrors(cri: Worker["cri"]): FieldErrors {
  if (!isSet(cri)) return [];
  const types = listAt(cri, "containerRuntimes").map((runtime) => stringAt(runtime, "type") ?? "");
  const at = "cri.containerruntimes[].type";
  return [
    ...checkOneOf("cri.name", cri?.name, ["containerd"]),
    ...checkEach(at, types, checkRequired),
    ...checkUnique(at, types),
  ];
}

const sysctlKey = /^(?:(?:[a-zA-Z0-9-][a-zA-Z0-9_/-]*|\*)\.)*[a-zA-Z0-9_/-]*[a-zA-Z0-9]$/;
/** Maximum length of a kernel path below /proc/sys/, and of one part of it. */
const longestSysctl = { whole: 4086, part: 255 } as const;

/** Errors for the sysctls of a pool. @source Gardener: pkg/api/core/validation/shoot.go, ValidateSysctls */
function sysctlErrors(sysctls: unknown): FieldErrors {
  if (!isRecord(sysctls)) return [];
  return Object.entries(sysctls).flatMap(([key, value]): FieldErrors => {
    const path = `sysctls.${key}`;
    if (key.length > longestSysctl.whole) {
      return [fieldError(path, "TOO_LONG", { maximum: String(longestSysctl.whole) })];
    }
    const isShort = (part: string) => part.length <= longestSysctl.part;
    const isKey = (text: string) => sysctlKey.test(text) && text.split(".").every(isShort);
    return [...checkName(path, key, isKey), ...(value === "" ? checkRequired(path, value) : [])];
  });
}

function caErrors(bundle: unknown): FieldErrors {
  return fieldErrorIf(typeof bundle === "string" && !isPemCertificate(bundle), "caBundle", "CERTIFICATE_MALFORMED");
}

function takesSystemComponents(pool: Worker): boolean {
  return fieldAt(pool.systemComponents, "allow") !== false;
}

/**
 * Errors unless at least one pool that can have nodes allows system components, and, among the pools with the same
 * zones, one can have a node in each zone. A pool without a known maximum is not checked.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateSystemComponentWorkers
 */
function systemComponentErrors(pools: readonly Worker[]): FieldErrors {
  const path = "spec.provider.workers";
  const open = pools
    .map((pool, index) => ({ pool, index }))
    .filter(({ pool }) => takesSystemComponents(pool) && pool.maximum !== 0);
  if (pools.length > 0 && open.length === 0) return [fieldError(path, "NO_POOL_FOR_SYSTEM_COMPONENTS")];
  const alike = Map.groupBy(open, ({ pool }) => [...new Set(pool.zones ?? [])].sort().join("--"));
  return [...alike.values()].flatMap((group): FieldErrors => {
    const isEnough = group.some(({ pool }) => (pool.maximum ?? Number.POSITIVE_INFINITY) >= (pool.zones?.length ?? 0));
    return fieldErrorIf(!isEnough, `${path}[${group.at(-1)?.index}].maximum`, "MAXIMUM_BELOW_ZONES");
  });
}

/** Errors for more than one control plane pool. @source Gardener: pkg/api/core/validation/shoot.go, ValidateWorkers */
function controlPlanePoolErrors(spec: ShootSpec): FieldErrors {
  return controlPlanePools(spec)
    .slice(1)
    .map(({ index }) => fieldError(`spec.provider.workers[${index}].controlPlane`, "SECOND_CONTROL_PLANE_POOL"));
}

/**
 * Validation of self-hosted Shoots: a Shoot cannot stop being self-hosted, nor move its control plane to another pool.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateProviderUpdate
 */
export function validateSelfHostedChange(before: ShootSpec, after: ShootSpec): FieldErrors {
  const path = "spec.provider.workers";
  const [[was], [is]] = [controlPlanePools(before), controlPlanePools(after)];
  if ((was === undefined) !== (is === undefined)) return [fieldError(path, "SELF_HOSTED_SWITCH")];
  return fieldErrorIf(was?.pool.name !== is?.pool.name, path, "CONTROL_PLANE_POOL_CHANGED");
}
