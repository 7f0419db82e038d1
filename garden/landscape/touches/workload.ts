import { type WorkloadTrait, workloadAnnotation } from "#garden/gardener/kinds/workload-traits.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { withAnnotations, withSpec, withStatus } from "./edit.ts";

/** A Shoot whose cluster has a workload with peculiarities, most of them obstacles to an update. */
export function withWorkload(...traits: readonly WorkloadTrait[]): ShootVariation {
  return (shoot) => withAnnotations(shoot, { [workloadAnnotation]: traits.join(",") });
}

/** A Shoot that encrypts more resources than Secrets; viewers of its cluster cannot read them. */
export function encryptedResources(...resources: readonly string[]): ShootVariation {
  return (shoot) => {
    const { kubernetes } = shoot.spec;
    const kubeAPIServer = { ...kubernetes.kubeAPIServer, encryptionConfig: { resources } };
    const credentials = shoot.status?.credentials;
    const encryptionAtRest = { ...credentials?.encryptionAtRest, resources };
    return withStatus(withSpec(shoot, { kubernetes: { ...kubernetes, kubeAPIServer } }), {
      credentials: { ...credentials, encryptionAtRest },
    });
  };
}

/** A Shoot whose pools lose a Node before its successor comes. */
export const withoutSurge: ShootVariation = (shoot) => {
  const { provider } = shoot.spec;
  const workers = (provider.workers ?? []).map((pool) => ({ ...pool, maxSurge: 0, maxUnavailable: 1 }));
  return withSpec(shoot, { provider: { ...provider, workers } });
};
