import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { type ChangeFault, inPool } from "./fault.ts";
import { validateFeatureGates } from "./feature-gates.ts";
import { duration, isSet, oneOf, quantity, quantityOrPercent, within } from "./field-checks.ts";

type Faults = readonly ChangeFault[];

/** The fields of the eviction blocks, and how the API server names them in its paths. */
const evictionSignals = [
  ["memoryAvailable", "memoryAvailable"],
  ["imageFSAvailable", "imagefsAvailable"],
  ["imageFSInodesFree", "imagefsInodesFree"],
  ["nodeFSAvailable", "nodefsAvailable"],
] as const;

/**
 * The rules for the kubelets: the shared block, and each pool that has a block of its own for Kubernetes, with its own
 * kubelet block or else the shared one, at the version of the pool.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateKubernetes and ValidateWorker
 */
export function validateKubelets(spec: ShootSpec): Faults {
  const { kubelet, version } = spec.kubernetes;
  if (poolsOf(spec).length === 0) return [];
  return [
    ...kubeletFaults("spec.kubernetes.kubelet", kubelet, version),
    ...poolsOf(spec).flatMap((pool, index) => {
      const own = pool.kubernetes;
      if (!own) return [];
      return inPool(index, kubeletFaults("kubernetes.kubelet", own.kubelet ?? kubelet, own.version || version));
    }),
  ];
}

/** @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubeletConfig */
function kubeletFaults(path: string, kubelet: unknown, version: string): Faults {
  if (!isSet(kubelet)) return [];
  const at = (field: string) => `${path}.${field}`;
  const get = (...fields: readonly string[]) => fieldAt(kubelet, ...fields);
  const notNegative = (field: string) => within(at(field), get(field), { minimum: 0 });
  const percent = (field: string) => within(at(field), get(field), { minimum: 0, maximum: 100 });
  const idle = { minimum: "30s", maximum: "4h" };
  return [
    ...oneOf(at("cpuManagerPolicy"), get("cpuManagerPolicy"), ["none", "static"]),
    ...notNegative("maxPods"),
    ...within(at("podPIDsLimit"), get("podPidsLimit"), { minimum: 100 }),
    ...duration(at("evictionPressureTransitionPeriod"), get("evictionPressureTransitionPeriod")),
    ...notNegative("evictionMaxPodGracePeriod"),
    ...evictionSignals.flatMap(([field, name]) => [
      ...quantityOrPercent(at(`evictionHard.${name}`), get("evictionHard", field)),
      ...quantityOrPercent(at(`evictionSoft.${name}`), get("evictionSoft", field)),
      ...quantity(at(`evictionMinimumReclaim.${name}`), get("evictionMinimumReclaim", field)),
      ...duration(at(`evictionSoftGracePeriod.${field}`), get("evictionSoftGracePeriod", field)),
    ]),
    ...["cpu", "memory", "ephemeralStorage", "pid"].flatMap((resource) =>
      quantity(at(`kubeReserved.${resource}`), get("kubeReserved", resource)),
    ),
    ...duration(at("imageMinimumGCAge"), get("imageMinimumGCAge")),
    ...duration(at("imageMaximumGCAge"), get("imageMaximumGCAge")),
    ...percent("imageGCHighThresholdPercent"),
    ...percent("imageGCLowThresholdPercent"),
    ...thresholdFaults(at("imageGCLowThresholdPercent"), kubelet),
    ...validateFeatureGates(at("featureGates"), get("featureGates"), version),
    ...notNegative("registryPullQPS"),
    ...notNegative("registryBurst"),
    ...within(at("containerLogMaxFiles"), get("containerLogMaxFiles"), { minimum: 2 }),
    ...quantity(at("containerLogMaxSize"), get("containerLogMaxSize")),
    ...duration(at("streamingConnectionIdleTimeout"), get("streamingConnectionIdleTimeout"), idle),
    ...swapFaults(at("memorySwap"), kubelet),
    ...pullFaults(path, kubelet),
  ];
}

/** Each threshold for itself lies between 0 and 100; the lower one must also lie below the other, if both are given. */
function thresholdFaults(path: string, kubelet: unknown): Faults {
  const [low, high] = [fieldAt(kubelet, "imageGCLowThresholdPercent"), fieldAt(kubelet, "imageGCHighThresholdPercent")];
  if (typeof low !== "number" || typeof high !== "number" || low < high) return [];
  return [{ path, code: "THRESHOLDS_CROSS", type: "Forbidden" }];
}

/** Swap is refused by a kubelet that fails with it; without any word from the user, it does. */
function swapFaults(path: string, kubelet: unknown): Faults {
  if (!isSet(fieldAt(kubelet, "memorySwap"))) return [];
  const faults: ChangeFault[] = [];
  if (fieldAt(kubelet, "failSwapOn") !== false) faults.push({ path, code: "SWAP_FAILS_KUBELET", type: "Forbidden" });
  const behaviour = fieldAt(kubelet, "memorySwap", "swapBehavior");
  if (!isSet(behaviour)) return faults;
  if (fieldAt(kubelet, "featureGates", "NodeSwap") !== true) {
    faults.push({ path, code: "GATE_MUST_BE_ON", type: "Forbidden", facts: { gate: "NodeSwap" } });
  }
  return [...faults, ...oneOf(`${path}.swapBehavior`, behaviour, ["NoSwap", "LimitedSwap"])];
}

const verificationPolicies = [
  "AlwaysVerify",
  "NeverVerify",
  "NeverVerifyAllowlistedImages",
  "NeverVerifyPreloadedImages",
];

function pullFaults(path: string, kubelet: unknown): Faults {
  const parallel = fieldAt(kubelet, "maxParallelImagePulls");
  const serial = fieldAt(kubelet, "serializeImagePulls") === true && typeof parallel === "number" && parallel > 1;
  const policy = fieldAt(kubelet, "imagePullCredentialsVerificationPolicy");
  const [policyPath, gate] = [`${path}.imagePullCredentialsVerificationPolicy`, "KubeletEnsureSecretPulledImages"];
  const isOff = isSet(policy) && fieldAt(kubelet, "featureGates", gate) === false;
  const [parallelPath, listPath] = [`${path}.maxParallelImagePulls`, `${path}.preloadedImagesVerificationAllowlist`];
  const list = listAt(kubelet, "preloadedImagesVerificationAllowlist");
  return [
    ...within(parallelPath, parallel, { minimum: 1 }),
    ...(serial ? [{ path: parallelPath, code: "PULLS_ARE_SERIAL", type: "Forbidden" } as const] : []),
    ...(isOff ? [{ path: policyPath, code: "GATE_MUST_BE_ON", type: "Forbidden", facts: { gate } } as const] : []),
    ...oneOf(policyPath, policy, verificationPolicies),
    ...(list.length > 0 && policy !== "NeverVerifyAllowlistedImages"
      ? [{ path: listPath, code: "ALLOWLIST_NEEDS_POLICY", type: "Forbidden" } as const]
      : list.flatMap((value, index) => patternFaults(`${listPath}[${index}]`, value))),
  ];
}

/** A name of an image as far as its last part, in which a colon or an at sign begins what no pattern may have. */
const imageName = /^[a-zA-Z0-9][a-zA-Z0-9.:_/-]*$/;

/** @source Gardener: pkg/api/core/validation/shoot.go, validatePreloadedImagesVerificationAllowlistPattern */
function patternFaults(path: string, value: unknown): Faults {
  if (typeof value !== "string") return [];
  const isRegistry = /^\S[^*]*\/\*$/.test(value) && value !== "/*";
  const isImage = imageName.test(value) && !/[:@]/.test(value.slice(value.lastIndexOf("/") + 1));
  return isRegistry || isImage ? [] : [{ path, code: "IMAGE_PATTERN_MALFORMED", type: "Invalid", facts: { value } }];
}
