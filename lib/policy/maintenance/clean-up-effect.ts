import type { ShootKubernetes, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { sumOfQuantities } from "#lib/kube/quantity.ts";
import type { SpecCleanUp } from "./spec-clean-up.ts";
import type { SpecField } from "./field-limits.ts";

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

/** One amount of a reservation. YAML gives `1` as a number. */
function amountText(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : typeof value === "string" ? value : undefined;
}

/** The sum of both; the amount that is there where the other is none. */
function sumOf(left: unknown, right: unknown): unknown {
  const texts = [left, right].flatMap((value) => amountText(value) ?? []);
  return texts.length < 2 ? (left ?? right) : (sumOfQuantities(texts) ?? left);
}

/** Adds what is reserved for the system to what is reserved for Kubernetes, amount by amount. */
function withOneReservation(kubelet: Fields): Fields {
  const { systemReserved, ...others } = kubelet;
  if (!isFields(systemReserved)) return others;
  const kubeReserved = isFields(kubelet.kubeReserved) ? kubelet.kubeReserved : {};
  const names = new Set([...Object.keys(kubeReserved), ...Object.keys(systemReserved)]);
  const sums = [...names].map((name) => [name, sumOf(kubeReserved[name], systemReserved[name])]);
  return { ...others, kubeReserved: Object.fromEntries(sums) };
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
      return inKubelets(spec, withOneReservation);
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
 * What `systemReserved` sets aside is added to `kubeReserved`, which from then on is all there is.
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
