import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { sumOfQuantities } from "#lib/kube/quantity.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { LimitedSpecField } from "./field-limits.ts";
import type { SpecCleanup } from "./spec-cleanup.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A copy of an object without the field at the given path. */
function without(fields: Fields, [key = "", ...rest]: readonly string[]): Fields {
  const { [key]: value, ...others } = fields;
  if (rest.length === 0) return others;
  return isRecord(value) ? { ...others, [key]: without(value, rest) } : fields;
}

function inComponent(spec: ShootSpec, component: string, path: readonly string[]): ShootSpec {
  const block = fieldAt(spec.kubernetes, component);
  return isRecord(block) ? { ...spec, kubernetes: { ...spec.kubernetes, [component]: without(block, path) } } : spec;
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
  if (!isRecord(kubelet.memorySwap) || kubelet.memorySwap.swapBehavior !== "UnlimitedSwap") return kubelet;
  return { ...kubelet, memorySwap: { ...kubelet.memorySwap, swapBehavior: "LimitedSwap" } };
}

/** The sum of two resource quantities; if one is missing, the other. */
function sumOf(left: unknown, right: unknown): unknown {
  const texts = [left, right].flatMap((value) =>
    typeof value === "number" || typeof value === "string" ? [String(value)] : [],
  );
  return texts.length < 2 ? (left ?? right) : (sumOfQuantities(texts) ?? left);
}

/** The kubelet configuration with `systemReserved` added to `kubeReserved`, quantity by quantity, and then removed. */
function withOneReservation(kubelet: Fields): Fields {
  const { systemReserved, ...others } = kubelet;
  if (!isRecord(systemReserved)) return others;
  const kubeReserved = isRecord(kubelet.kubeReserved) ? kubelet.kubeReserved : {};
  const names = new Set([...Object.keys(kubeReserved), ...Object.keys(systemReserved)]);
  const sums = [...names].map((name) => [name, sumOf(kubeReserved[name], systemReserved[name])]);
  return { ...others, kubeReserved: Object.fromEntries(sums) };
}

function withMaximumPerZone(pool: Worker): Worker {
  const zones = pool.zones?.length ?? 0;
  return (pool.maximum ?? 0) > 0 && (pool.maximum ?? 0) < zones ? { ...pool, maximum: zones } : pool;
}

function cleared(spec: ShootSpec, field: LimitedSpecField): ShootSpec {
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
    default: {
      // All other clean-ups concern fields of a Kubernetes component.
      const [, component = "", ...path] = field.split(".");
      return inComponent(spec, component, path);
    }
  }
}

/**
 * The Shoot's spec after the clean-ups of a maintenance run. The CredentialsBinding that replaces a SecretBinding is
 * named `force-migrated-<name>`; Gardener prefers an existing one with the same Secret and quotas, which cannot be
 * known here. `systemReserved` is added to `kubeReserved` and removed.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, migrations of forced minor updates
 */
export function applySpecCleanups(spec: ShootSpec, cleanups: readonly SpecCleanup[]): ShootSpec {
  return cleanups.reduce((current, { field }) => {
    const next = cleared(current, field);
    if (field !== "secretBindingName" || !current.secretBindingName) return next;
    return { ...next, credentialsBindingName: `force-migrated-${current.secretBindingName}` };
  }, spec);
}
