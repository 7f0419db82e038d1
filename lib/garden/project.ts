import type { LabelSelector } from "#lib/kube/label-selector.ts";
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
    /** Objects whose deletion needs two people: one who confirms it, and another one who deletes. */
    readonly dualApprovalForDeletion?:
      | readonly {
          readonly resource: string;
          readonly selector?: LabelSelector | null;
          /** Whether the rule also applies to deletions by ServiceAccounts; true when missing. */
          readonly includeServiceAccounts?: boolean | null;
        }[]
      | null;
  };
  readonly status?: ProjectStatus | null;
}

export interface ProjectStatus {
  /** `Pending`, `Ready`, `Failed` or `Terminating`. */
  readonly phase?: string;
  readonly observedGeneration?: number;
  /** Time since which nothing in the project is used. */
  readonly staleSinceTimestamp?: string | null;
  /** Time at which the garden deletes the project unless it is used before. */
  readonly staleAutoDeleteTimestamp?: string | null;
  /** Time of the last change of a cluster, Quota or account of the project. */
  readonly lastActivityTimestamp?: string | null;
}
