import { resourcesOf } from "./resource.ts";

const authorization = resourcesOf("authorization.k8s.io", "v1");

export const selfSubjectAccessReviews = authorization("selfsubjectaccessreviews", "SelfSubjectAccessReview", false);
export const subjectAccessReviews = authorization("subjectaccessreviews", "SubjectAccessReview", false);
export const selfSubjectReviews = resourcesOf("authentication.k8s.io", "v1")(
  "selfsubjectreviews",
  "SelfSubjectReview",
  false,
);

/** authorization.k8s.io/v1 ResourceAttributes: what is asked for. Missing names and namespaces mean "all". */
export interface ResourceAttributes {
  readonly verb: string;
  readonly group?: string;
  readonly resource: string;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

/** The answer to a SelfSubjectAccessReview. */
export interface SelfSubjectAccessReview {
  readonly status?: {
    readonly allowed?: boolean;
    readonly denied?: boolean;
    readonly reason?: string;
    readonly evaluationError?: string;
  };
}

/** The answer to a SelfSubjectReview: who the garden takes the caller for. */
export interface SelfSubjectReview {
  readonly status?: {
    readonly userInfo?: {
      readonly username?: string;
      readonly uid?: string;
      readonly groups?: readonly string[] | null;
      readonly extra?: Readonly<Record<string, readonly string[]>> | null;
    };
  };
}
