import type { KubeObject } from "#lib/kube/object.ts";
import type { Condition, LastOperation } from "./condition.ts";

export interface Seed extends KubeObject {
  readonly spec: {
    readonly provider: { readonly type: string; readonly region: string; readonly zones?: readonly string[] | null };
    readonly taints?: readonly { readonly key: string; readonly value?: string | null }[] | null;
    readonly settings?: {
      readonly scheduling?: { readonly visible?: boolean } | null;
      readonly [setting: string]: unknown;
    } | null;
    readonly networks?: unknown;
    readonly ingress?: unknown;
    readonly dns?: unknown;
    readonly backup?: unknown;
  };
  readonly status?: {
    readonly conditions?: readonly (Condition | null)[] | null;
    readonly gardener?: { readonly id?: string; readonly name?: string; readonly version?: string } | null;
    readonly kubernetesVersion?: string | null;
    readonly lastOperation?: LastOperation | null;
    readonly observedGeneration?: number;
    readonly allocatable?: Readonly<Record<string, string>> | null;
    readonly constraints?: readonly (Condition | null)[] | null;
    readonly clientCertificateExpirationTimestamp?: string | null;
  } | null;
}
