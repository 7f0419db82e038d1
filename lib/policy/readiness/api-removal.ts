/** Kinds of one API version that a minor version of Kubernetes no longer serves. */
export interface ApiRemoval {
  /** The first minor (1.x) without them. */
  readonly minor: number;
  /** Group and version: `policy/v1beta1`. */
  readonly api: string;
  readonly kinds: readonly string[];
  /** The API version that replaces it, where Kubernetes names one. */
  readonly replacement?: string;
  /**
   * How this is known: from the lifecycle mark of the type in the module k8s.io/api, or because the module of that minor
   * no longer has the type.
   */
  readonly evidence: "mark" | "type";
}

/** Whether an API version is served only by clusters that enable it. @source Kubernetes: KEP-3136 for beta versions */
export function isServedOnRequestOnly({ api }: ApiRemoval): boolean {
  return api.includes("alpha");
}
