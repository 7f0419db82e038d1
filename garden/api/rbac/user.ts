import "server-only";

/** Who asks. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
}

/** Members of this group may do everything, as in every Kubernetes. */
export const mastersGroup = "system:masters";
