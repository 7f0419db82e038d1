import type { KubeObject } from "#lib/kube/object.ts";

export interface Quota extends KubeObject {
  readonly spec: {
    readonly scope: { readonly apiVersion: string; readonly kind: string };
    readonly clusterLifetimeDays?: number;
    readonly metrics: Readonly<Record<string, string>>;
  };
}
