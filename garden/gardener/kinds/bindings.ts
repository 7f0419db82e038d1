import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

interface Binding extends KubeObject {
  readonly provider: { readonly type: string };
  readonly quotas: readonly { readonly name: string; readonly namespace?: string }[];
}

export interface SecretBinding extends Binding {
  readonly secretRef: { readonly name: string; readonly namespace: string };
}

export interface CredentialsBinding extends Binding {
  readonly credentialsRef: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly name: string;
    readonly namespace: string;
  };
}

export interface Quota extends KubeObject {
  readonly spec: {
    readonly scope: { readonly apiVersion: string; readonly kind: string };
    readonly clusterLifetimeDays?: number;
    readonly metrics: Readonly<Record<string, string>>;
  };
}
