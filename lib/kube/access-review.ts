import { createResourceFactory } from "./resource.ts";

const authorization = createResourceFactory("authorization.k8s.io", "v1");

export const selfSubjectAccessReviews = authorization("selfsubjectaccessreviews", "SelfSubjectAccessReview", false);
export const subjectAccessReviews = authorization("subjectaccessreviews", "SubjectAccessReview", false);
export const selfSubjectReviews = createResourceFactory("authentication.k8s.io", "v1")(
  "selfsubjectreviews",
  "SelfSubjectReview",
  false,
);

/** authorization.k8s.io/v1 ResourceAttributes: the access that is reviewed. A missing name or namespace means "all". */
export interface ResourceAttributes {
  readonly verb: string;
  readonly group?: string;
  readonly resource: string;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

/** Answer to a SelfSubjectAccessReview. */
export interface SelfSubjectAccessReview {
  readonly status?: {
    readonly allowed?: boolean;
    readonly denied?: boolean;
    readonly reason?: string;
    readonly evaluationError?: string;
  };
}

/** Answer to a SelfSubjectReview: the caller's identity as the garden sees it. */
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
