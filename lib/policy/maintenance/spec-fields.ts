import type { ShootSpec } from "#lib/garden/shoot.ts";

/** A field of `spec`, written as a path; `[]` stands for every item of the list. */
export type SpecField =
  | "addons"
  | "cloudProfileName"
  | "dns.providers[].secretName"
  | "kubernetes.clusterAutoscaler.maxEmptyBulkDelete"
  | "kubernetes.enableStaticTokenKubeconfig"
  | "kubernetes.kubeAPIServer.enableAnonymousAuthentication"
  | "kubernetes.kubeAPIServer.oidcConfig"
  | "kubernetes.kubeAPIServer.oidcConfig.clientAuthentication"
  | "kubernetes.kubeAPIServer.watchCacheSizes.default"
  | "kubernetes.kubeControllerManager.podEvictionTimeout"
  | "kubernetes.kubeScheduler.kubeMaxPDVols"
  | "kubernetes.kubelet.memorySwap.swapBehavior"
  | "kubernetes.kubelet.systemReserved"
  | "provider.workers[].maximum"
  | "secretBindingName";

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPresent(value: unknown, path: readonly string[], from = 0): boolean {
  const head = path[from];
  if (head === undefined) return value !== undefined && value !== null;
  if (head === "[]") return Array.isArray(value) && value.some((item) => isPresent(item, path, from + 1));
  return isNode(value) && isPresent(value[head], path, from + 1);
}

const knownSegments = new Map<SpecField, readonly string[]>();

function segments(field: SpecField): readonly string[] {
  const known = knownSegments.get(field) ?? field.replaceAll("[]", ".[]").split(".");
  knownSegments.set(field, known);
  return known;
}

/** Whether the Shoot sets the field: present and not null, in at least one item where the path runs through a list. */
export function hasField(spec: ShootSpec, field: SpecField): boolean {
  switch (field) {
    case "kubernetes.enableStaticTokenKubeconfig":
      return spec.kubernetes.enableStaticTokenKubeconfig === true;
    case "kubernetes.kubelet.memorySwap.swapBehavior":
      return kubelets(spec).some((kubelet) => swapBehavior(kubelet) === "UnlimitedSwap");
    case "kubernetes.kubelet.systemReserved":
      return kubelets(spec).some((kubelet) => isPresent(kubelet, ["systemReserved"]));
    case "provider.workers[].maximum":
      return (spec.provider.workers ?? []).some(
        (pool) => pool.maximum !== undefined && pool.maximum > 0 && pool.maximum < (pool.zones?.length ?? 0),
      );
    default:
      return isPresent(spec, segments(field));
  }
}

function kubelets(spec: ShootSpec): readonly unknown[] {
  return [spec.kubernetes.kubelet, ...(spec.provider.workers ?? []).map((pool) => pool.kubernetes?.kubelet)];
}

function swapBehavior(kubelet: unknown): unknown {
  if (!isNode(kubelet) || !isNode(kubelet.memorySwap)) return undefined;
  return kubelet.memorySwap.swapBehavior;
}
