import type { RuleId } from "../editions/rules.ts";

/** What clearing does to a field: it goes, another field takes its place, or it gets a value that is allowed. */
export type CleanUpEffect = "removed" | "replaced" | "moved" | "changed";

interface LimitRules {
  /** Whether the API server refuses the field from the minor on. */
  readonly refused?: RuleId;
  /** Whether a maintenance run clears it when it crosses that minor. */
  readonly cleared?: RuleId;
}

/** What Gardener does with a field once the control plane reaches a Kubernetes minor (1.x). */
export interface FieldLimit extends LimitRules {
  readonly field: SpecField;
  readonly kubernetesMinor: number;
  readonly effect: CleanUpEffect;
}

function limit<const Field extends string>(
  field: Field,
  kubernetesMinor: number,
  effect: CleanUpEffect,
  rules: LimitRules,
) {
  return { field, kubernetesMinor, effect, ...rules };
}

/** The rules of a field that a maintenance run clears before the API server would refuse it. */
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

/** A field of `spec`, written as a path; `[]` stands for every item of the list. */
export type SpecField = (typeof limits)[number]["field"];

/**
 * Fields tied to a Kubernetes minor, for Gardener 1.100 and later.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go and pkg/controllermanager/controller/shoot/maintenance, per release
 */
export const fieldLimits: readonly FieldLimit[] = limits;
