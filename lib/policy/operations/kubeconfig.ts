import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { parseMajorMinor } from "../rotations/families.ts";

/** Bounds and default of a kubeconfig's validity in seconds; operators can change the API server's maximum. */
export const kubeconfigLifetimeLimits = { minimum: 600, default: 3600, maximum: 86_400 } as const;

/**
 * Actual validity of a requested kubeconfig in seconds; undefined when the API server rejects it as too short. A
 * request above the maximum is silently reduced.
 * @source Gardener: pkg/apiserver/registry/core/shoot/storage/kubeconfig.go, pkg/apis/authentication/validation
 */
export function kubeconfigLifetimeSeconds(
  wished: number | null | undefined,
  maximum: number = kubeconfigLifetimeLimits.maximum,
): number | undefined {
  const seconds = wished ?? kubeconfigLifetimeLimits.default;
  if (!Number.isFinite(seconds) || seconds < kubeconfigLifetimeLimits.minimum) return undefined;
  return Math.min(seconds, maximum);
}

function is127OrNewer(kubernetesVersion: string): boolean {
  const version = parseMajorMinor(kubernetesVersion);
  return version === undefined || version.major > 1 || version.minor >= 27;
}

/**
 * How a release validates `spec.kubernetes.enableStaticTokenKubeconfig`.
 * @source Gardener: pkg/api/core/validation/shoot.go of each release
 */
export function staticKubeconfigSupport(
  { kubernetesVersion, enabled }: { readonly kubernetesVersion: string; readonly enabled: boolean | null },
  rules: GardenerRules,
): "allowed" | "forbidden" | "fieldUnknown" {
  const rule = rules("kubeconfig.static");
  switch (rule) {
    case "gone":
      return "fieldUnknown";
    case "refused":
      return enabled === true ? "forbidden" : "allowed";
    case "refusedFrom127":
      return enabled === true && is127OrNewer(kubernetesVersion) ? "forbidden" : "allowed";
    default:
      return rule satisfies never;
  }
}

/**
 * Whether a new Shoot gets a static token kubeconfig by default: only below Kubernetes 1.26.
 * @source Gardener: pkg/apis/core/v1beta1/defaults_shoot.go, releases 1.63 to 1.121
 */
export function staticKubeconfigDefault(kubernetesVersion: string): boolean {
  const version = parseMajorMinor(kubernetesVersion);
  return version !== undefined && version.major === 1 && version.minor < 26;
}

/** Whether Gardener maintains a static token kubeconfig: not since release 1.114, nor since Kubernetes 1.27. */
export function hasStaticKubeconfig({ spec }: Shoot, rules: GardenerRules): boolean {
  const kubernetesVersion = spec.kubernetes?.version ?? "";
  const enabled = spec.kubernetes?.enableStaticTokenKubeconfig ?? staticKubeconfigDefault(kubernetesVersion);
  return enabled && staticKubeconfigSupport({ kubernetesVersion, enabled }, rules) === "allowed";
}
