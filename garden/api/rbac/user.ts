import "server-only";

/** The user who sends a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
}

/** Group whose members have all permissions, as in every Kubernetes cluster. */
export const mastersGroup = "system:masters";
