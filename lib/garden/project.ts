import type { KubeObject } from "#lib/kube/object.ts";

export interface MemberSubject {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface ProjectMember extends MemberSubject {
  /** Role of a project member: `admin`, `viewer`, `uam`, `serviceaccountmanager`, `owner`, or `extension:<role>`. */
  readonly role?: string;
  readonly roles?: readonly string[] | null;
}

export interface Project extends KubeObject {
  readonly spec: {
    readonly namespace?: string | null;
    readonly description?: string | null;
    readonly purpose?: string | null;
    readonly owner?: MemberSubject | null;
    readonly createdBy?: MemberSubject | null;
    readonly members?: readonly ProjectMember[] | null;
    readonly tolerations?: {
      readonly defaults?: readonly { readonly key: string; readonly value?: string | null }[] | null;
      readonly whitelist?: readonly { readonly key: string; readonly value?: string | null }[] | null;
    } | null;
    readonly dualApprovalForDeletion?:
      | readonly {
          readonly resource: string;
          readonly selector?: object | null;
          readonly includeServiceAccounts?: boolean | null;
        }[]
      | null;
  };
  readonly status?: {
    /** `Pending`, `Ready`, `Failed` or `Terminating`. */
    readonly phase?: string;
    readonly observedGeneration?: number;
    readonly staleSinceTimestamp?: string | null;
    readonly staleAutoDeleteTimestamp?: string | null;
    readonly lastActivityTimestamp?: string | null;
  } | null;
}
