import "server-only";
import type { ResourceRegistry } from "../registry/resource-registry.ts";
import type { ObjectStore } from "../store/store.ts";
import type { GardenApi } from "./garden-api.ts";
import { startNamespaceLifecycle } from "./namespace-lifecycle.ts";
import { startQuotaUsage } from "./quota-usage.ts";
import { startRoleAggregation } from "./role-aggregation.ts";
import { startServiceAccountController } from "./service-account-controller.ts";

export interface KubernetesControllerParts {
  readonly store: ObjectStore;
  readonly api: GardenApi;
  readonly registry: ResourceRegistry;
}

/** Starts the controllers of Kubernetes itself that a garden has. The returned function stops them. */
export function startKubernetesControllers(parts: KubernetesControllerParts): () => void {
  const stops = [startNamespaceLifecycle, startServiceAccountController, startQuotaUsage, startRoleAggregation].map(
    (start) => start(parts),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
