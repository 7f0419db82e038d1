import type { RuleId } from "../editions/rules.ts";
import type { SpecField } from "./spec-fields.ts";

/** What clearing does to a field: it goes, another field takes its place, or it gets a value that is allowed. */
export type CleanUpEffect = "removed" | "replaced" | "moved" | "changed";

/** What Gardener does with a field once the control plane reaches a Kubernetes minor (1.x). */
export interface FieldLimit {
  readonly field: SpecField;
  readonly kubernetesMinor: number;
  /** Whether the API server refuses the field from that minor on. */
  readonly refused?: RuleId;
  /** Whether a maintenance run clears it when it crosses that minor. */
  readonly cleared?: RuleId;
  readonly effect: CleanUpEffect;
}

/**
 * Fields tied to a Kubernetes minor, for Gardener 1.100 and later.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go and pkg/controllermanager/controller/shoot/maintenance, per release
 */
export const fieldLimits: readonly FieldLimit[] = [
  {
    field: "kubernetes.enableStaticTokenKubeconfig",
    kubernetesMinor: 27,
    refused: "refuse.staticToken",
    cleared: "clear.staticToken",
    effect: "changed",
  },
  {
    field: "provider.workers[].maximum",
    kubernetesMinor: 27,
    cleared: "clear.workerMaximum",
    effect: "changed",
  },
  {
    field: "kubernetes.kubelet.memorySwap.swapBehavior",
    kubernetesMinor: 30,
    refused: "refuse.unlimitedSwap",
    cleared: "clear.unlimitedSwap",
    effect: "changed",
  },
  {
    field: "kubernetes.kubeAPIServer.oidcConfig.clientAuthentication",
    kubernetesMinor: 31,
    refused: "refuse.oidcClientAuthentication",
    cleared: "clear.oidcClientAuthentication",
    effect: "removed",
  },
  {
    field: "kubernetes.kubelet.systemReserved",
    kubernetesMinor: 31,
    refused: "refuse.systemReserved",
    cleared: "clear.systemReserved",
    effect: "moved",
  },
  {
    field: "kubernetes.kubeAPIServer.oidcConfig",
    kubernetesMinor: 32,
    refused: "refuse.oidcConfig",
    cleared: "clear.oidcConfig",
    effect: "removed",
  },
  {
    field: "kubernetes.kubeControllerManager.podEvictionTimeout",
    kubernetesMinor: 33,
    refused: "refuse.podEvictionTimeout",
    cleared: "clear.podEvictionTimeout",
    effect: "removed",
  },
  {
    field: "kubernetes.clusterAutoscaler.maxEmptyBulkDelete",
    kubernetesMinor: 33,
    refused: "refuse.maxEmptyBulkDelete",
    cleared: "clear.maxEmptyBulkDelete",
    effect: "removed",
  },
  {
    field: "cloudProfileName",
    kubernetesMinor: 34,
    refused: "refuse.cloudProfileName",
    effect: "replaced",
  },
  {
    field: "secretBindingName",
    kubernetesMinor: 34,
    refused: "refuse.secretBindingName",
    cleared: "clear.secretBindingName",
    effect: "replaced",
  },
  {
    field: "kubernetes.kubeAPIServer.enableAnonymousAuthentication",
    kubernetesMinor: 35,
    refused: "refuse.anonymousAuthentication",
    cleared: "clear.anonymousAuthentication",
    effect: "removed",
  },
  {
    field: "addons",
    kubernetesMinor: 35,
    refused: "refuse.addons",
    cleared: "clear.addons",
    effect: "removed",
  },
  {
    field: "kubernetes.kubeScheduler.kubeMaxPDVols",
    kubernetesMinor: 35,
    refused: "refuse.kubeMaxPDVols",
    cleared: "clear.kubeMaxPDVols",
    effect: "removed",
  },
  {
    field: "kubernetes.kubeAPIServer.watchCacheSizes.default",
    kubernetesMinor: 35,
    refused: "refuse.watchCacheDefault",
    cleared: "clear.watchCacheDefault",
    effect: "removed",
  },
  {
    field: "dns.providers[].secretName",
    kubernetesMinor: 35,
    refused: "refuse.dnsSecretName",
    cleared: "clear.dnsSecretName",
    effect: "removed",
  },
];
