import type { KubeObject } from "#lib/kube/object.ts";

export interface Subject {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface ProjectMember extends Subject {
  /** `admin`, `viewer`, `uam`, `serviceaccountmanager`, `owner`, or `extension:<role>`. */
  readonly role?: string;
  readonly roles?: readonly string[] | null;
}

export interface Project extends KubeObject {
  readonly spec: {
    readonly namespace?: string | null;
    readonly description?: string | null;
    readonly purpose?: string | null;
    readonly owner?: Subject | null;
    readonly createdBy?: Subject | null;
    readonly members?: readonly ProjectMember[] | null;
    readonly tolerations?: {
      readonly defaults?: readonly { readonly key: string; readonly value?: string | null }[] | null;
      readonly whitelist?: readonly { readonly key: string; readonly value?: string | null }[] | null;
    } | null;
  };
  readonly status?: { readonly phase?: string; readonly observedGeneration?: number } | null;
}
