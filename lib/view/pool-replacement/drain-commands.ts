/** Label with the name of the worker pool, which Gardener sets on each Node. */
const poolLabel = "worker.gardener.cloud/pool";

/** Returns the kubectl commands that cordon and drain all nodes of a pool. */
export function drainCommandsOf(pool: string): string {
  return [`kubectl cordon -l ${poolLabel}=${pool}`, `kubectl drain -l ${poolLabel}=${pool} --ignore-daemonsets`].join(
    "\n",
  );
}
