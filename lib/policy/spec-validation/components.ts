import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isLabelKey } from "#lib/kube/labels.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { namesOfRejectedFields } from "../maintenance/spec-cleanup.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { checkResourceQuantities, validateAutoscaling } from "./autoscaling.ts";
import { validateFeatureGates } from "./feature-gates.ts";
import {
  checkDuration,
  checkEach,
  checkName,
  checkNotNegative,
  checkNotWithoutWorkers,
  checkOneOf,
  checkPositiveDuration,
  checkRange,
  checkUnique,
  isSet,
} from "./field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";
import { highestMaxPods, ipFamilies } from "./networking.ts";

const path = "spec.kubernetes";

/** The blocks that only a Shoot with workers may have, with the names that the API server's paths use. */
const workerBlocks = [
  ["kubeScheduler", "kubeScheduler"],
  ["kubeProxy", "kubeProxy"],
  ["kubelet", "kubelet"],
  ["clusterAutoscaler", "clusterAutoScaler"],
  ["verticalPodAutoscaler", "verticalPodAutoScaler"],
] as const;

/**
 * Validation of control plane components besides the API server, and of components on the nodes.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateKubernetes
 */
export function validateComponents(spec: ShootSpec, rules: GardenerRules): FieldErrors {
  const { kubernetes } = spec;
  // The value of a field that does not exist any more at this Kubernetes version is not checked.
  const ended: readonly string[] = namesOfRejectedFields(kubernetes.version, rules);
  const current = (faults: FieldErrors) => faults.filter(({ path: at }) => !ended.includes(at.replace(/^spec\./, "")));
  const etcd = (kind: string, memory: string) =>
    validateAutoscaling(`${path}.etcd.${kind}.autoscaling`, fieldAt(kubernetes, "etcd", kind, "autoscaling"), {
      memory,
    });
  const shared = [...etcd("main", "300M"), ...etcd("events", "60M"), ...current(controllerManagerErrors(spec))];
  if (workerPoolsOf(spec).length === 0) {
    return [
      ...shared,
      ...workerBlocks.flatMap(([field, name]) => checkNotWithoutWorkers(`${path}.${name}`, fieldAt(kubernetes, field))),
      ...checkNotWithoutWorkers("spec.systemComponents", spec.systemComponents),
    ];
  }
  return [
    ...shared,
    ...current(schedulerErrors(spec)),
    ...proxyErrors(spec, rules),
    ...clusterAutoscalerErrors(kubernetes.clusterAutoscaler, kubernetes.version),
    ...podAutoscalerErrors(kubernetes.verticalPodAutoscaler),
  ];
}

const workerSettings = [
  "nodeCIDRMaskSize",
  "nodeCIDRMaskSizeIPv6",
  "horizontalPodAutoscaler",
  "podEvictionTimeout",
  "nodeMonitorGracePeriod",
];

/** Errors of kube-controller-manager settings. @source Gardener: validation/shoot.go, ValidateKubeControllerManager */
function controllerManagerErrors(spec: ShootSpec): FieldErrors {
  const { kubeControllerManager: manager, version } = spec.kubernetes;
  if (!isSet(manager)) return [];
  const at = `${path}.kubeControllerManager`;
  const gates = validateFeatureGates(`${at}.featureGates`, fieldAt(manager, "featureGates"), version);
  if (workerPoolsOf(spec).length === 0) {
    return [
      ...workerSettings.flatMap((field) => checkNotWithoutWorkers(`${at}.${field}`, fieldAt(manager, field))),
      ...gates,
    ];
  }
  const hpa = `${at}.horizontalPodAutoscaler`;
  const ofHpa = (field: string) => fieldAt(manager, "horizontalPodAutoscaler", field);
  const tolerance = ofHpa("tolerance");
  const second = { minimum: "1s" };
  return [
    ...maskErrors(spec, at),
    ...checkPositiveDuration(`${at}.podEvictionTimeout`, fieldAt(manager, "podEvictionTimeout")),
    ...checkPositiveDuration(`${at}.nodeMonitorGracePeriod`, fieldAt(manager, "nodeMonitorGracePeriod")),
    ...["syncPeriod", "downscaleStabilization", "cpuInitializationPeriod"].flatMap((field) =>
      checkDuration(`${hpa}.${field}`, ofHpa(field), second),
    ),
    ...fieldErrorIf(typeof tolerance === "number" && tolerance <= 0, `${hpa}.tolerance`, "NOT_POSITIVE"),
    ...checkPositiveDuration(`${hpa}.initialReadinessDelay`, ofHpa("initialReadinessDelay")),
    ...gates,
  ];
}

/** Errors for the node CIDR mask: each node's range must hold its Pods; the range size depends on the IP families. */
function maskErrors(spec: ShootSpec, at: string): FieldErrors {
  const { kubeControllerManager: manager } = spec.kubernetes;
  const families = ipFamilies(spec).join();
  const [mask, maskIpv6] = [fieldAt(manager, "nodeCIDRMaskSize"), fieldAt(manager, "nodeCIDRMaskSizeIPv6")];
  const [path4, path6] = [`${at}.nodeCIDRMaskSize`, `${at}.nodeCIDRMaskSizeIPv6`];
  const bounds6 = { minimum: 64, maximum: 124 };
  const bounds = families === "IPv6" ? bounds6 : { minimum: 16, maximum: 28 };
  const isOther = families === "IPv4" && isSet(maskIpv6);
  const addresses = typeof mask === "number" ? 2 ** ((families === "IPv6" ? 128 : 32) - mask) - 2 : undefined;
  const pods = highestMaxPods(spec, 0) || 110;
  const room = String(Math.max(0, Math.floor(addresses ?? 0)));
  const facts = { mask: String(mask), addresses: room, pods: String(pods) };
  return [
    ...fieldErrorIf(isSet(mask) && isSet(maskIpv6) && families === "IPv6", path4, "NODE_MASK_OF_ONE_FAMILY"),
    ...(families === "IPv6" || families === "IPv4" ? checkRange(path4, mask, bounds) : []),
    ...(isOther ? [fieldError(path6, "NODE_MASK_OF_ONE_FAMILY")] : checkRange(path6, maskIpv6, bounds6)),
    ...fieldErrorIf(addresses !== undefined && addresses < pods, path4, "NODE_MASK_TOO_SMALL", facts),
  ];
}

/** Errors for kube-scheduler settings. @source Gardener: pkg/api/core/validation/shoot.go, validateKubeScheduler */
function schedulerErrors({ kubernetes: { kubeScheduler: scheduler, version } }: ShootSpec): FieldErrors {
  const at = `${path}.kubeScheduler`;
  const volumes = stringAt(scheduler, "kubeMaxPDVols");
  const isNumber = volumes === undefined || /^[+-]?\d+$/.test(volumes);
  const isEnough = isNumber && Number(volumes ?? 1) >= 1;
  return [
    ...checkOneOf(`${at}.profile`, fieldAt(scheduler, "profile"), ["balanced", "bin-packing"]),
    ...fieldErrorIf(!isEnough, `${at}.kubeMaxPDVols`, "BELOW_MINIMUM", { minimum: "1" }),
    ...validateFeatureGates(`${at}.featureGates`, fieldAt(scheduler, "featureGates"), version),
  ];
}

const modes = ["IPTables", "IPVS"];

/** Errors for the settings of kube-proxy. @source Gardener: pkg/api/core/validation/shoot.go, validateKubeProxy */
function proxyErrors({ kubernetes: { kubeProxy: proxy, version } }: ShootSpec, rules: GardenerRules): FieldErrors {
  const at = `${path}.kubeProxy`;
  const mode = fieldAt(proxy, "mode");
  const gate = "NFTablesProxyMode";
  const isOff = mode === "NFTables" && fieldAt(proxy, "featureGates", gate) === false;
  return [
    ...checkOneOf(`${at}.mode`, mode, rules("kubeProxy.nfTables") === "present" ? [...modes, "NFTables"] : modes),
    ...fieldErrorIf(isOff, `${at}.mode`, "GATE_MUST_BE_ON", { gate }, "Invalid"),
    ...validateFeatureGates(`${at}.featureGates`, fieldAt(proxy, "featureGates"), version),
  ];
}

const autoscalerDurations = [
  "scaleDownDelayAfterAdd",
  "scaleDownDelayAfterDelete",
  "scaleDownDelayAfterFailure",
  "scaleDownUnneededTime",
  "scanInterval",
  "maxNodeProvisionTime",
  "newPodScaleUpDelay",
  "initialNodeGroupBackoffDuration",
  "maxNodeGroupBackoffDuration",
  "nodeGroupBackoffResetTimeout",
  "maxBinpackingTime",
];
const autoscalerCounts = ["maxGracefulTerminationSeconds", "maxEmptyBulkDelete", "maxDrainParallelism", "verbosity"];
const expanders = ["least-nodes", "least-waste", "most-pods", "priority", "random"];

/** Errors for cluster-autoscaler settings. @source Gardener: validation/shoot.go, ValidateClusterAutoscaler */
function clusterAutoscalerErrors(autoscaler: unknown, version: string): FieldErrors {
  const at = (field: string) => `${path}.clusterAutoscaler.${field}`;
  const get = (field: string) => fieldAt(autoscaler, field);
  const bulk = get("maxEmptyBulkDelete");
  // The API server fills in `maxScaleDownParallelism` from `maxEmptyBulkDelete`.
  const parallel = get("maxScaleDownParallelism") ?? bulk;
  const differs = typeof bulk === "number" && typeof parallel === "number" && bulk !== parallel;
  const facts = { other: "maxScaleDownParallelism", value: String(parallel) };
  const expander = stringAt(autoscaler, "expander");
  return [
    ...autoscalerDurations.flatMap((field) => checkDuration(at(field), get(field))),
    ...checkRange(at("scaleDownUtilizationThreshold"), get("scaleDownUtilizationThreshold"), {
      minimum: 0,
      maximum: 1,
    }),
    ...(expander === undefined ? [] : expander.split(",").flatMap((one) => checkOneOf(at("expander"), one, expanders))),
    ...checkNotNegative(at("maxScaleDownParallelism"), parallel),
    ...autoscalerCounts.flatMap((field) => checkNotNegative(at(field), get(field))),
    ...fieldErrorIf(differs, at("maxEmptyBulkDelete"), "MUST_EQUAL", facts),
    ...["startupTaints", "statusTaints", "ignoreTaints"].flatMap((field) =>
      taintKeyErrors(at(field), listAt(autoscaler, field)),
    ),
    ...ignoreTaintsErrors(at("ignoreTaints"), get("ignoreTaints"), version),
    ...validateAutoscaling(at("autoscaling"), get("autoscaling"), { cpu: "10m", memory: "30M" }),
  ];
}

/** The only taint key that Gardener sets on nodes itself. */
export const reservedTaint = "node.gardener.cloud/critical-components-not-ready";

function taintKeyErrors(at: string, keys: readonly unknown[]): FieldErrors {
  return [
    ...checkEach(`${at}[]`, keys, (place, value) =>
      value === reservedTaint ? [fieldError(place, "TAINT_RESERVED")] : checkName(place, value, isLabelKey),
    ),
    ...checkUnique(`${at}[]`, keys),
  ];
}

/** Errors for `ignoreTaints`, removed from cluster-autoscaler in 1.32; the path has the API server's spelling. */
function ignoreTaintsErrors(at: string, taints: unknown, version: string): FieldErrors {
  const hasEnded = /^v?(1\.(3[2-9]|[4-9]\d|\d{3,})|[2-9])/.test(version);
  return fieldErrorIf(isSet(taints) && hasEnded, `${at}.IgnoreTaints`, "FIELD_NOT_SUPPORTED", { version });
}

const podAutoscalerDurations = [
  "evictAfterOOMThreshold",
  "updaterInterval",
  "recommenderInterval",
  "cpuHistogramDecayHalfLife",
  "memoryHistogramDecayHalfLife",
  "memoryAggregationInterval",
];
const percentiles = [
  "targetCPUPercentile",
  "recommendationLowerBoundCPUPercentile",
  "recommendationUpperBoundCPUPercentile",
  "targetMemoryPercentile",
  "recommendationLowerBoundMemoryPercentile",
  "recommendationUpperBoundMemoryPercentile",
];
const podAutoscalerGates: readonly string[] = ["CPUStartupBoost", "InPlace", "PerVPAConfig"];

/** Errors of vertical Pod autoscaler settings. @source Gardener: validation/shoot.go, ValidateVerticalPodAutoscaler */
function podAutoscalerErrors(autoscaler: unknown): FieldErrors {
  const at = (field: string) => `${path}.verticalPodAutoscaler.${field}`;
  const get = (field: string) => fieldAt(autoscaler, field);
  const gates = isRecord(get("featureGates")) ? Object.keys(Object(get("featureGates"))) : [];
  const gate = gates.find((one) => !podAutoscalerGates.includes(one));
  return [
    ...podAutoscalerDurations.flatMap((field) => checkDuration(at(field), get(field))),
    ...checkNotNegative(at("evictionRateBurst"), get("evictionRateBurst")),
    ...["evictionTolerance", "recommendationMarginFraction"].flatMap((field) =>
      get(field) === 1
        ? [fieldError(at(field), "ABOVE_MAXIMUM", { maximum: "0.99" })]
        : checkRange(at(field), get(field), { minimum: 0, maximum: 1 }),
    ),
    ...percentiles.flatMap((field) => checkRange(at(field), get(field), { minimum: 0, maximum: 1 })),
    ...checkNotNegative(at("memoryAggregationIntervalCount"), get("memoryAggregationIntervalCount")),
    ...fieldErrorIf(gate !== undefined, at(`featureGates.${gate}`), "FEATURE_GATE_UNKNOWN", { gate: gate ?? "" }),
    ...checkResourceQuantities(at("maxAllowed"), get("maxAllowed")),
    ...checkRange(at("recommenderUpdateWorkerCount"), get("recommenderUpdateWorkerCount"), { minimum: 1 }),
  ];
}
