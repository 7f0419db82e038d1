import "server-only";
import { requestKind } from "../registry/request-kind.ts";

/** The kind that is posted to the token of a ServiceAccount. */
export const tokenRequestKind = requestKind({
  group: "authentication.k8s.io",
  version: "v1",
  plural: "tokenrequests",
  kind: "TokenRequest",
});
