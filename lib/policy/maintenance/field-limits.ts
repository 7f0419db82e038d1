import type { RuleId } from "../editions/rules.ts";

/** Effect of a clean-up on a field: removed, replaced by or moved to another field, or changed to an allowed value. */
export type CleanupEffect = "removed" | "replaced" | "moved" | "changed";

interface LimitRules {
  /** ID of the rule whether the API server rejects the field from the minor on. */
  readonly refused?: RuleId;
  /** ID of the rule whether a maintenance run clears the field when it crosses that minor. */
  readonly cleared?: RuleId;
}

/** How Gardener handles a field once the control plane reaches a Kubernetes minor (1.x). */
export interface FieldLimit extends LimitRules {
  readonly field: LimitedSpecField;
  readonly kubernetesMinor: number;
  readonly effect: CleanupEffect;
}

function limit<const Field extends string>(
  field: Field,
  kubernetesMinor: number,
  effect: CleanupEffect,
  rules: LimitRules,
) {
  return { field, kubernetesMinor, effect, ...rules };
}

/** Rule IDs of a field that a maintenance run clears before the API server would reject it. */
function both<const Name extends string>(name: Name) {
  return { refused: `refuse.${name}`, cleared: `clear.${name}` } as const;
}

const limits = [
  limit("kubernetes.enableStaticTokenKubeconfig", 27, "changed", both("staticToken")),
  limit("provider.workers[].maximum", 27, "changed", { cleared: "clear.workerMaximum" }),
  limit("kubernetes.kubelet.memorySwap.swapBehavior", 30, "changed", both("unlimitedSwap")),
  limit("kubernetes.kubeAPIServer.oidcConfig.clientAuthentication", 31, "removed", both("oidcClientAuthentication")),
  limit("kubernetes.kubelet.systemReserved", 31, "moved", both("systemReserved")),
  limit("kubernetes.kubeAPIServer.oidcConfig", 32, "removed", both("oidcConfig")),
  limit("kubernetes.kubeControllerManager.podEvictionTimeout", 33, "removed", both("podEvictionTimeout")),
  limit("kubernetes.clusterAutoscaler.maxEmptyBulkDelete", 33, "removed", both("maxEmptyBulkDelete")),
  limit("cloudProfileName", 34, "replaced", { refused: "refuse.cloudProfileName" }),
  limit("secretBindingName", 34, "replaced", both("secretBindingName")),
  limit("kubernetes.kubeAPIServer.enableAnonymousAuthentication", 35, "removed", both("anonymousAuthentication")),
  limit("addons", 35, "removed", both("addons")),
  limit("kubernetes.kubeScheduler.kubeMaxPDVols", 35, "removed", both("kubeMaxPDVols")),
  limit("kubernetes.kubeAPIServer.watchCacheSizes.default", 35, "removed", both("watchCacheDefault")),
  limit("dns.providers[].secretName", 35, "removed", both("dnsSecretName")),
];

/** Path of a field in `spec`; `[]` stands for every item of a list. */
export type LimitedSpecField = (typeof limits)[number]["field"];

/**
 * Fields tied to a Kubernetes minor, for Gardener 1.100 and later.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go and pkg/controllermanager/controller/shoot/maintenance, per release
 */
export const fieldLimits: readonly FieldLimit[] = limits;
