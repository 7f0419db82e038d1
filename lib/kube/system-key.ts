const systemDomain = /^([^/]*\.)?(gardener\.cloud|kubernetes\.io|k8s\.io)\//;

/** Whether a label or annotation is in a domain that Gardener, its extensions and Kubernetes reserve for themselves. */
export function isSystemKey(key: string): boolean {
  return systemDomain.test(key);
}
