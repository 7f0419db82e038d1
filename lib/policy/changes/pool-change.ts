import type { PoolInShoot } from "./pool-hash.ts";

/** What restarts the kubelets of a pool, or its units. */
export type KubeletTrigger =
  | "kubernetesPatch"
  | "kubeletConfig"
  | "taints"
  | "labels"
  | "systemComponentsAllow"
  | "containerRuntimes"
  | "caBundle"
  | "nodeLocalDNSLabel"
  | "nodeMonitorGracePeriod";

/** A pool before and after, each in its Shoot. */
export interface PoolChange {
  readonly before: PoolInShoot;
  readonly after: PoolInShoot;
}
