import type { Wave } from "./flow.ts";

const after = (seconds: number, ...tasks: readonly string[]): Wave => ({ seconds, tasks });

/**
 * The deletion of a Shoot, by its milestones: the objects in the cluster, the workers, the control plane, the
 * infrastructure, DNS, etcd, the namespace. A real one has 77 tasks in 38 waves; those in between are left out.
 */
export const deleteWaves: readonly Wave[] = [
  after(1, "Deploying control plane namespace"),
  after(4, "Deploying cloud provider account secret", "Initializing secrets management"),
  after(12, "Waiting until main and event ETCDs have been reconciled"),
  after(10, "Deploying Kubernetes API server", "Deploying gardener-resource-manager"),
  after(10, "Initializing connection to Shoot", "Waiting until Kubernetes API server rolled out"),
  after(8, "Cleaning up webhooks"),
  after(12, "Cleaning extended API groups"),
  after(60, "Cleaning Kubernetes resources"),
  after(10, "Destroying shoot workers", "Deleting cluster-autoscaler"),
  after(150, "Waiting until shoot worker nodes have been terminated"),
  after(15, "Deleting managed resources", "Waiting until managed resources have been deleted"),
  after(15, "Destroying shoot network plugin", "Destroying container runtime resources"),
  after(15, "Deleting control plane components", "Deleting extension resources"),
  after(5, "Destroying shoot infrastructure"),
  after(90, "Waiting until shoot infrastructure has been deleted"),
  after(15, "Deleting Kubernetes API server"),
  after(20, "Destroying external domain DNS record", "Destroying internal domain DNS record"),
  after(25, "Destroying main and events ETCDs", "Waiting until main and event ETCDs have been destroyed"),
  after(20, "Deleting shoot namespace in Seed", "Waiting until shoot namespace in Seed has been deleted"),
  after(2, "Deleting Shoot State"),
];
