import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { validateFeatureGates } from "./feature-gates.ts";
import {
  checkDuration,
  checkEach,
  checkNotNegative,
  checkOneOf,
  checkQuantity,
  checkQuantityOrPercent,
  checkRange,
  isSet,
} from "./field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf, withPoolErrorPath } from "./field-error.ts";

/** The fields of the kubelet's eviction blocks, with the names that the API server's paths use. */
const evictionSignals = [
  ["memoryAvailable", "memoryAvailable"],
  ["imageFSAvailable", "imagefsAvailable"],
  ["imageFSInodesFree", "imagefsInodesFree"],
  ["nodeFSAvailable", "nodefsAvailable"],
] as const;

/**
 * Validation of kubelet settings: the shared block, and for each pool with a `kubernetes` block its own kubelet block
 * or else the shared one, at the pool's version.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateKubernetes and ValidateWorker
 */
export function validateKubelets(spec: ShootSpec): FieldErrors {
  const { kubelet, version } = spec.kubernetes;
  if (workerPoolsOf(spec).length === 0) return [];
  return [
    ...kubeletErrors("spec.kubernetes.kubelet", kubelet, version),
    ...workerPoolsOf(spec).flatMap((pool, index) => {
      const own = pool.kubernetes;
      if (!own) return [];
      return withPoolErrorPath(
        index,
        kubeletErrors("kubernetes.kubelet", own.kubelet ?? kubelet, own.version || version),
      );
    }),
  ];
}

/** Errors for a kubelet block's settings. @source Gardener: pkg/api/core/validation/shoot.go, ValidateKubeletConfig */
function kubeletErrors(path: string, kubelet: unknown, version: string): FieldErrors {
  if (!isSet(kubelet)) return [];
  const at = (field: string) => `${path}.${field}`;
  const get = (...fields: readonly string[]) => fieldAt(kubelet, ...fields);
  const count = (field: string) => checkNotNegative(at(field), get(field));
  const percent = (field: string) => checkRange(at(field), get(field), { minimum: 0, maximum: 100 });
  const idle = { minimum: "30s", maximum: "4h" };
  return [
    ...checkOneOf(at("cpuManagerPolicy"), get("cpuManagerPolicy"), ["none", "static"]),
    ...count("maxPods"),
    ...checkRange(at("podPIDsLimit"), get("podPidsLimit"), { minimum: 100 }),
    ...checkDuration(at("evictionPressureTransitionPeriod"), get("evictionPressureTransitionPeriod")),
    ...count("evictionMaxPodGracePeriod"),
    ...evictionSignals.flatMap(([field, name]) => [
      ...checkQuantityOrPercent(at(`evictionHard.${name}`), get("evictionHard", field)),
      ...checkQuantityOrPercent(at(`evictionSoft.${name}`), get("evictionSoft", field)),
      ...checkQuantity(at(`evictionMinimumReclaim.${name}`), get("evictionMinimumReclaim", field)),
      ...checkDuration(at(`evictionSoftGracePeriod.${field}`), get("evictionSoftGracePeriod", field)),
    ]),
    ...["cpu", "memory", "ephemeralStorage", "pid"].flatMap((resource) =>
      checkQuantity(at(`kubeReserved.${resource}`), get("kubeReserved", resource)),
    ),
    ...checkDuration(at("imageMinimumGCAge"), get("imageMinimumGCAge")),
    ...checkDuration(at("imageMaximumGCAge"), get("imageMaximumGCAge")),
    ...percent("imageGCHighThresholdPercent"),
    ...percent("imageGCLowThresholdPercent"),
    ...thresholdErrors(at("imageGCLowThresholdPercent"), kubelet),
    ...validateFeatureGates(at("featureGates"), get("featureGates"), version),
    ...count("registryPullQPS"),
    ...count("registryBurst"),
    ...checkRange(at("containerLogMaxFiles"), get("containerLogMaxFiles"), { minimum: 2 }),
    ...checkQuantity(at("containerLogMaxSize"), get("containerLogMaxSize")),
    ...checkDuration(at("streamingConnectionIdleTimeout"), get("streamingConnectionIdleTimeout"), idle),
    ...swapErrors(at("memorySwap"), kubelet),
    ...pullErrors(path, kubelet),
  ];
}

/** Error if the kubelet's low image GC threshold is not below the high one; 0 to 100 is checked elsewhere. */
function thresholdErrors(path: string, kubelet: unknown): FieldErrors {
  const [low, high] = [fieldAt(kubelet, "imageGCLowThresholdPercent"), fieldAt(kubelet, "imageGCHighThresholdPercent")];
  return fieldErrorIf(typeof low === "number" && typeof high === "number" && low >= high, path, "THRESHOLDS_CROSS");
}

/** Errors for swap settings, which require `failSwapOn: false`; the default is true. */
function swapErrors(path: string, kubelet: unknown): FieldErrors {
  if (!isSet(fieldAt(kubelet, "memorySwap"))) return [];
  const behaviour = fieldAt(kubelet, "memorySwap", "swapBehavior");
  const isOff = isSet(behaviour) && fieldAt(kubelet, "featureGates", "NodeSwap") !== true;
  return [
    ...fieldErrorIf(fieldAt(kubelet, "failSwapOn") !== false, path, "SWAP_FAILS_KUBELET"),
    ...fieldErrorIf(isOff, path, "GATE_MUST_BE_ON", { gate: "NodeSwap" }),
    ...checkOneOf(`${path}.swapBehavior`, behaviour, ["NoSwap", "LimitedSwap"]),
  ];
}

const verificationPolicies = [
  "AlwaysVerify",
  "NeverVerify",
  "NeverVerifyAllowlistedImages",
  "NeverVerifyPreloadedImages",
];

function pullErrors(path: string, kubelet: unknown): FieldErrors {
  const parallel = fieldAt(kubelet, "maxParallelImagePulls");
  const serial = fieldAt(kubelet, "serializeImagePulls") === true && typeof parallel === "number" && parallel > 1;
  const policy = fieldAt(kubelet, "imagePullCredentialsVerificationPolicy");
  const [policyPath, gate] = [`${path}.imagePullCredentialsVerificationPolicy`, "KubeletEnsureSecretPulledImages"];
  const isOff = isSet(policy) && fieldAt(kubelet, "featureGates", gate) === false;
  const [parallelPath, listPath] = [`${path}.maxParallelImagePulls`, `${path}.preloadedImagesVerificationAllowlist`];
  const list = listAt(kubelet, "preloadedImagesVerificationAllowlist");
  return [
    ...checkRange(parallelPath, parallel, { minimum: 1 }),
    ...fieldErrorIf(serial, parallelPath, "PULLS_ARE_SERIAL"),
    ...fieldErrorIf(isOff, policyPath, "GATE_MUST_BE_ON", { gate }),
    ...checkOneOf(policyPath, policy, verificationPolicies),
    ...(list.length > 0 && policy !== "NeverVerifyAllowlistedImages"
      ? [fieldError(listPath, "ALLOWLIST_NEEDS_POLICY")]
      : checkEach(`${listPath}[]`, list, patternErrors)),
  ];
}

/** An image name up to its last part, where a colon or an at sign would begin a tag or digest. */
const imageName = /^[a-zA-Z0-9][a-zA-Z0-9.:_/-]*$/;

/** Errors for patterns of preloaded images exempt from pull credential checks. @source Gardener: validation/shoot.go */
function patternErrors(path: string, value: string): FieldErrors {
  const isRegistry = /^\S[^*]*\/\*$/.test(value) && value !== "/*";
  const isImage = imageName.test(value) && !/[:@]/.test(value.slice(value.lastIndexOf("/") + 1));
  return fieldErrorIf(!isRegistry && !isImage, path, "IMAGE_PATTERN_MALFORMED", { value });
}
