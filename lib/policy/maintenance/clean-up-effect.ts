import type { ShootKubernetes, ShootSpec, Worker } from "../../garden/shoot.ts";
import type { SpecCleanUp } from "./spec-clean-up.ts";
import type { SpecField } from "./spec-fields.ts";

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function without(fields: Fields | null | undefined, ...[key, ...rest]: readonly [string, ...string[]]): Fields {
  const { [key]: value, ...others } = fields ?? {};
  const [next, ...further] = rest;
  if (next === undefined || !isFields(value)) return next === undefined ? others : { ...fields };
  return { ...others, [key]: without(value, next, ...further) };
}

type Component = "kubeAPIServer" | "kubeControllerManager" | "kubeScheduler" | "clusterAutoscaler";

function inComponent(spec: ShootSpec, component: Component, ...path: readonly [string, ...string[]]): ShootSpec {
  const block = spec.kubernetes[component];
  if (block === undefined || block === null) return spec;
  const kubernetes: ShootKubernetes = { ...spec.kubernetes, [component]: without(block, ...path) };
  return { ...spec, kubernetes };
}

function inKubelets(spec: ShootSpec, change: (kubelet: Fields) => Fields): ShootSpec {
  const { kubelet } = spec.kubernetes;
  const inPool = (pool: Worker): Worker => {
    const own = pool.kubernetes?.kubelet;
    return own ? { ...pool, kubernetes: { ...pool.kubernetes, kubelet: change(own) } } : pool;
  };
  return {
    ...spec,
    kubernetes: { ...spec.kubernetes, ...(kubelet && { kubelet: change(kubelet) }) },
    provider: { ...spec.provider, workers: spec.provider.workers?.map(inPool) ?? null },
  };
}

function limitedSwap(kubelet: Fields): Fields {
  if (!isFields(kubelet.memorySwap) || kubelet.memorySwap.swapBehavior !== "UnlimitedSwap") return kubelet;
  return { ...kubelet, memorySwap: { ...kubelet.memorySwap, swapBehavior: "LimitedSwap" } };
}

function withMaximumPerZone(pool: Worker): Worker {
  const zones = pool.zones?.length ?? 0;
  return (pool.maximum ?? 0) > 0 && (pool.maximum ?? 0) < zones ? { ...pool, maximum: zones } : pool;
}

function cleared(spec: ShootSpec, field: SpecField): ShootSpec {
  switch (field) {
    case "addons":
      return { ...spec, addons: null };
    case "cloudProfileName":
      return { ...spec, cloudProfileName: null };
    case "secretBindingName":
      return { ...spec, secretBindingName: null };
    case "dns.providers[].secretName": {
      const providers = spec.dns?.providers?.map(({ secretName: _, ...provider }) => provider) ?? null;
      return { ...spec, dns: { ...spec.dns, providers } };
    }
    case "provider.workers[].maximum":
      return {
        ...spec,
        provider: { ...spec.provider, workers: spec.provider.workers?.map(withMaximumPerZone) ?? null },
      };
    case "kubernetes.enableStaticTokenKubeconfig":
      return { ...spec, kubernetes: { ...spec.kubernetes, enableStaticTokenKubeconfig: false } };
    case "kubernetes.kubelet.memorySwap.swapBehavior":
      return inKubelets(spec, limitedSwap);
    case "kubernetes.kubelet.systemReserved":
      return inKubelets(spec, (kubelet) => without(kubelet, "systemReserved"));
    case "kubernetes.clusterAutoscaler.maxEmptyBulkDelete":
      return inComponent(spec, "clusterAutoscaler", "maxEmptyBulkDelete");
    case "kubernetes.kubeAPIServer.enableAnonymousAuthentication":
      return inComponent(spec, "kubeAPIServer", "enableAnonymousAuthentication");
    case "kubernetes.kubeAPIServer.oidcConfig":
      return inComponent(spec, "kubeAPIServer", "oidcConfig");
    case "kubernetes.kubeAPIServer.oidcConfig.clientAuthentication":
      return inComponent(spec, "kubeAPIServer", "oidcConfig", "clientAuthentication");
    case "kubernetes.kubeAPIServer.watchCacheSizes.default":
      return inComponent(spec, "kubeAPIServer", "watchCacheSizes", "default");
    case "kubernetes.kubeControllerManager.podEvictionTimeout":
      return inComponent(spec, "kubeControllerManager", "podEvictionTimeout");
    case "kubernetes.kubeScheduler.kubeMaxPDVols":
      return inComponent(spec, "kubeScheduler", "kubeMaxPDVols");
  }
}

/**
 * The spec after the clean-ups. The CredentialsBinding that takes the place of a SecretBinding is named
 * `force-migrated-<name>`; Gardener prefers an existing one with the same Secret and quotas, which cannot be known here.
 * The amounts of `systemReserved` are dropped, while Gardener adds them to `kubeReserved`.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, migrations of forced minor updates
 */
export function withCleanUps(spec: ShootSpec, cleanUps: readonly SpecCleanUp[]): ShootSpec {
  return cleanUps.reduce((current, { field }) => {
    const next = cleared(current, field);
    if (field !== "secretBindingName" || !current.secretBindingName) return next;
    return { ...next, credentialsBindingName: `force-migrated-${current.secretBindingName}` };
  }, spec);
}
