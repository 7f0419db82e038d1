import { ok, type Result } from "#lib/result.ts";
import {
  type CleanupError,
  type CleanupPeriod,
  cleanupExtendedApisAnnotation,
  cleanupKubernetesResourcesAnnotation,
  cleanupPeriods,
  cleanupWebhooksAnnotation,
} from "./cleanup-periods.ts";

export type CleanupStepId = "webhooks" | "extended-apis" | "kubernetes-resources" | "volume-snapshots";

/** One step of the clean-up inside a Shoot in deletion. Steps with the same `order` run in parallel. */
export interface CleanupStep {
  readonly id: CleanupStepId;
  readonly order: number;
  readonly kinds: readonly string[];
  readonly period: CleanupPeriod | "skipped";
  /** The annotation that shortens the step. */
  readonly annotation: string;
  /** After this time the step fails with ERR_CLEANUP_CLUSTER_RESOURCES and is retried by the next reconciliation. */
  readonly timeoutSeconds: number;
}

export interface CleanupPlan {
  readonly steps: readonly CleanupStep[];
  /** Objects that no step deletes, as label selectors or in the words of Gardener's documentation. */
  readonly neverTouched: readonly string[];
}

const stepTimeoutSeconds = 600;
const workloadKinds = [
  "CronJob",
  "DaemonSet",
  "Deployment",
  "Ingress",
  "Job",
  "Pod",
  "ReplicaSet",
  "ReplicationController",
  "Service",
  "StatefulSet",
  "PersistentVolumeClaim",
] as const;

/** Labels of objects that the clean-up skips. The second is ignored for APIServices. */
export const cleanupExemptSelectors = [
  "gardener.cloud/role=system-component",
  "shoot.gardener.cloud/no-cleanup=true",
] as const;

/** Resources left in the cloud account by a force deletion: Gardener deletes its own records only. */
export const forceDeletionLeftovers = [
  "machines and their disks",
  "load balancers",
  "volumes and snapshots of PersistentVolumes",
  "networks, subnets, routers and security groups",
  "DNS records",
  "backups of etcd",
] as const;

/**
 * What the deletion of a Shoot removes inside the cluster, in which order and with which timeouts, before control plane
 * and infrastructure are deleted.
 * @source Gardener: pkg/gardenlet/operation/botanist/cleanup.go; Gardener docs, shoot_cleanup
 */
export function cleanupPlan(annotations: Readonly<Record<string, string>> = {}): Result<CleanupPlan, CleanupError> {
  const periods = cleanupPeriods(annotations);
  if (!periods.ok) return periods;
  const { webhooks, extendedAPIs, kubernetesResources, volumeSnapshots } = periods.value;
  const { kinds, ...resourcePeriod } = kubernetesResources;
  const step = (id: CleanupStepId, order: number) => ({ id, order, timeoutSeconds: stepTimeoutSeconds });
  return ok({
    steps: [
      {
        ...step("webhooks", 1),
        kinds: ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"],
        period: webhooks,
        annotation: cleanupWebhooksAnnotation,
      },
      {
        ...step("extended-apis", 2),
        kinds: ["APIService", "CustomResourceDefinition"],
        period: extendedAPIs,
        annotation: cleanupExtendedApisAnnotation,
      },
      {
        ...step("kubernetes-resources", 3),
        kinds: kinds === "all" ? workloadKinds : ["Service", "PersistentVolumeClaim"],
        period: resourcePeriod,
        annotation: cleanupKubernetesResourcesAnnotation,
      },
      {
        ...step("volume-snapshots", 3),
        kinds: ["VolumeSnapshot", "VolumeSnapshotContent"],
        period: volumeSnapshots,
        annotation: cleanupKubernetesResourcesAnnotation,
      },
    ],
    neverTouched: [...cleanupExemptSelectors, "Services labelled provider=kubernetes", "APIServices of the aggregator"],
  });
}
