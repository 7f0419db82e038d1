import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { isPemCertificate } from "#lib/kube/certificate.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { controlPlanePools } from "../maintenance/control-plane-pools.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { reservedTaint } from "./components.ts";
import { type ChangeFault, inPool } from "./fault.ts";
import {
  distinct,
  duration,
  invalidName,
  isSet,
  labelFaults,
  notWithoutWorkers,
  oneOf,
  required,
  within,
} from "./field-checks.ts";

type Faults = readonly ChangeFault[];

const longestName = 15;

/** What of the provider only a Shoot with workers may have. */
const providerBlocks = ["infrastructureConfig", "controlPlaneConfig", "workersSettings"];

/**
 * The rules for pools that are neither versions nor what the CloudProfile offers: names, numbers, labels, taints, volumes,
 * and enough room for the components of the system.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateWorker and ValidateSystemComponentWorkers
 */
export function validatePools(spec: ShootSpec): Faults {
  const pools = poolsOf(spec);
  const { provider } = spec;
  if (pools.length === 0) {
    return providerBlocks.flatMap((field) => notWithoutWorkers(`spec.provider.${field}`, fieldAt(provider, field)));
  }
  return [
    ...pools.flatMap((pool, index) => inPool(index, poolFaults(pool))),
    ...systemComponentFaults(pools),
    ...controlPlanePoolFaults(spec),
  ];
}

function nameFaults(path: string, value: string): Faults {
  const long = { path, code: "TOO_LONG", type: "TooLong", facts: { maximum: String(longestName) } } as const;
  return [...(isDns1123Label(value) ? [] : invalidName(path, value)), ...(value.length > longestName ? [long] : [])];
}

function volumeNameFaults(path: string, value: string): Faults {
  return value === "" ? required(path, value) : nameFaults(path, value);
}

function poolFaults(pool: Worker): Faults {
  const { minimum, maximum, machine, priority } = pool;
  const image = machine.image;
  return [
    ...nameFaults("name", pool.name),
    ...required("machine.type", machine.type),
    ...(image ? required("machine.image.name", image.name) : []),
    ...within("minimum", minimum, { minimum: 0 }),
    ...within("maximum", maximum, { minimum: 0 }),
    ...(maximum !== undefined && maximum < (minimum ?? 0)
      ? [{ path: "maximum", code: "MAXIMUM_BELOW_MINIMUM", type: "Forbidden" } as const]
      : []),
    ...architectureFaults(machine.architecture || "amd64"),
    ...labelFaults("labels", pool.labels),
    ...annotationFaults("annotations", pool.annotations),
    ...taintFaults(pool.taints),
    ...volumeFaults(pool),
    ...autoscalerFaults(pool.clusterAutoscaler),
    ...criFaults(pool.cri),
    ...within("priority", priority, { minimum: -1 }),
    ...sysctlFaults(pool.sysctls),
    ...caFaults(pool.caBundle),
  ];
}

function architectureFaults(architecture: string): Faults {
  if (architecture === "amd64" || architecture === "arm64") return [];
  return [
    { path: "machine.architecture", code: "ARCHITECTURE_UNKNOWN", type: "NotSupported", facts: { architecture } },
  ];
}

/** The keys of annotations are read in lower case. */
function annotationFaults(path: string, map: unknown): Faults {
  const keys = isRecord(map) ? Object.keys(map) : [];
  return keys.flatMap((key) => (isLabelKey(key.toLowerCase()) ? [] : invalidName(path, key)));
}

const effects = ["NoExecute", "NoSchedule", "PreferNoSchedule"];

function taintFaults(taints: unknown): Faults {
  if (!Array.isArray(taints)) return [];
  const seen = new Set<string>();
  return taints.flatMap((taint, index): Faults => {
    const at = `taints[${index}]`;
    const [key, value, effect] = [
      textAt(taint, "key") ?? "",
      textAt(taint, "value") ?? "",
      textAt(taint, "effect") ?? "",
    ];
    const pair = `${key} ${effect}`;
    const isTwice = seen.has(pair);
    seen.add(pair);
    const twice = {
      path: at,
      code: "VALUE_DUPLICATE",
      type: "Duplicate",
      facts: { value: `${key}:${effect}` },
    } as const;
    return [
      ...(isLabelKey(key) ? [] : invalidName(`${at}.key`, key)),
      ...(key === reservedTaint ? [{ path: `${at}.key`, code: "TAINT_RESERVED", type: "Forbidden" } as const] : []),
      ...(isLabelValue(value) ? [] : invalidName(`${at}.value`, value)),
      ...(effect === "" ? required(`${at}.effect`, effect) : oneOf(`${at}.effect`, effect, effects)),
      ...(isTwice ? [twice] : []),
    ];
  });
}

const volumeSize = /^\d+Gi$/;

function sizeFaults(path: string, size: string | undefined): Faults {
  const value = size ?? "";
  return volumeSize.test(value) ? [] : [{ path, code: "VOLUME_SIZE_MALFORMED", type: "Invalid", facts: { value } }];
}

function volumeFaults({ volume, dataVolumes, kubeletDataVolumeName: kubelet }: Worker): Faults {
  const list = listAt({ dataVolumes }, "dataVolumes");
  const names = list.map((one) => textAt(one, "name") ?? "");
  const own = textAt(volume, "name");
  const isUnknown = typeof kubelet === "string" && !names.includes(kubelet);
  const facts = { value: String(kubelet) };
  return [
    ...(own === undefined ? [] : volumeNameFaults("volume.name", own)),
    ...(isSet(volume) ? sizeFaults("volume.size", textAt(volume, "size")) : []),
    ...(list.length > 0 && !isSet(volume) ? required("volume", undefined) : []),
    ...list.flatMap((one, index) => [
      ...volumeNameFaults(`dataVolumes[${index}].name`, names[index] ?? ""),
      ...sizeFaults(`dataVolumes[${index}].size`, textAt(one, "size")),
    ]),
    ...distinct((index) => `dataVolumes[${index}].name`, names),
    ...(isUnknown
      ? [{ path: "kubeletDataVolumeName", code: "DATA_VOLUME_UNKNOWN", type: "Invalid", facts } as const]
      : []),
  ];
}

/** The API server calls the block `autoscaler`. @source Gardener: pkg/api/core/validation/shoot.go, ValidateClusterAutoscalerOptions */
function autoscalerFaults(options: unknown): Faults {
  const get = (field: string) => fieldAt(options, field);
  return [
    ...["scaleDownUtilizationThreshold", "scaleDownGpuUtilizationThreshold"].flatMap((field) =>
      within(`autoscaler.${field}`, get(field), { minimum: 0, maximum: 1 }),
    ),
    ...["scaleDownUnneededTime", "scaleDownUnreadyTime", "maxNodeProvisionTime"].flatMap((field) =>
      duration(`autoscaler.${field}`, get(field)),
    ),
  ];
}

function criFaults(cri: Worker["cri"]): Faults {
  if (!isSet(cri)) return [];
  const types = listAt(cri, "containerRuntimes").map((runtime) => textAt(runtime, "type") ?? "");
  const at = (index: number) => `cri.containerruntimes[${index}].type`;
  return [
    ...oneOf("cri.name", cri?.name, ["containerd"]),
    ...types.flatMap((type, index) => required(at(index), type)),
    ...distinct(at, types),
  ];
}

const sysctlKey = /^(?:(?:[a-zA-Z0-9-][a-zA-Z0-9_/-]*|\*)\.)*[a-zA-Z0-9_/-]*[a-zA-Z0-9]$/;
/** What the kernel takes as a path below /proc/sys/, and as one part of it. */
const longestSysctl = { whole: 4086, part: 255 } as const;

/** @source Gardener: pkg/api/core/validation/shoot.go, ValidateSysctls */
function sysctlFaults(sysctls: unknown): Faults {
  if (!isRecord(sysctls)) return [];
  return Object.entries(sysctls).flatMap(([key, value]): Faults => {
    const path = `sysctls.${key}`;
    if (key.length > longestSysctl.whole) {
      return [{ path, code: "TOO_LONG", type: "TooLong", facts: { maximum: String(longestSysctl.whole) } }];
    }
    const isKey = sysctlKey.test(key) && key.split(".").every((part) => part.length <= longestSysctl.part);
    return [...(isKey ? [] : invalidName(path, key)), ...(value === "" ? required(path, value) : [])];
  });
}

function caFaults(bundle: unknown): Faults {
  const isPem = typeof bundle !== "string" || isPemCertificate(bundle);
  return isPem ? [] : [{ path: "caBundle", code: "CERTIFICATE_MALFORMED", type: "Invalid" }];
}

function takesSystemComponents(pool: Worker): boolean {
  return fieldAt(pool.systemComponents, "allow") !== false;
}

/**
 * At least one pool that can have nodes takes the components of the system, and among the pools of the same zones one
 * can have a node in each. A pool whose maximum is not known is not judged.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateSystemComponentWorkers
 */
function systemComponentFaults(pools: readonly Worker[]): Faults {
  const path = "spec.provider.workers";
  const open = pools
    .map((pool, index) => ({ pool, index }))
    .filter(({ pool }) => takesSystemComponents(pool) && pool.maximum !== 0);
  if (pools.length > 0 && open.length === 0) {
    return [{ path, code: "NO_POOL_FOR_SYSTEM_COMPONENTS", type: "Forbidden" }];
  }
  const alike = Map.groupBy(open, ({ pool }) => [...new Set(pool.zones ?? [])].sort().join("--"));
  return [...alike.values()].flatMap((group): Faults => {
    const isEnough = group.some(({ pool }) => (pool.maximum ?? Number.POSITIVE_INFINITY) >= (pool.zones?.length ?? 0));
    const last = group.at(-1);
    if (isEnough || last === undefined) return [];
    return [{ path: `${path}[${last.index}].maximum`, code: "MAXIMUM_BELOW_ZONES", type: "Forbidden" }];
  });
}

/** One pool at most carries the control plane. @source Gardener: pkg/api/core/validation/shoot.go, ValidateWorkers */
function controlPlanePoolFaults(spec: ShootSpec): Faults {
  return controlPlanePools(spec)
    .slice(1)
    .map(({ index }) => {
      const path = `spec.provider.workers[${index}].controlPlane`;
      return { path, code: "SECOND_CONTROL_PLANE_POOL", type: "Invalid" };
    });
}

/**
 * A Shoot that carries its own control plane stays so, and in the same pool.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateProviderUpdate
 */
export function validateSelfHostedChange(before: ShootSpec, after: ShootSpec): Faults {
  const path = "spec.provider.workers";
  const [[was], [is]] = [controlPlanePools(before), controlPlanePools(after)];
  if ((was === undefined) !== (is === undefined)) return [{ path, code: "SELF_HOSTED_SWITCH", type: "Forbidden" }];
  if (was?.pool.name === is?.pool.name) return [];
  return [{ path, code: "CONTROL_PLANE_POOL_CHANGED", type: "Forbidden" }];
}
