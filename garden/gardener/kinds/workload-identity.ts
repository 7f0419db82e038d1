import type { KubeObject } from "#lib/kube/object.ts";

/** An identity that a cloud trusts without a key. */
export interface WorkloadIdentity extends KubeObject {
  readonly spec: {
    readonly audiences: readonly string[];
    readonly targetSystem: { readonly type: string; readonly providerConfig?: unknown };
  };
  /** The subject of the tokens, which the cloud has to trust. */
  readonly status?: { readonly sub: string };
}
