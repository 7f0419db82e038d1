import * as z from "zod/mini";
import { withheldNodesReasons } from "#lib/contract/nodes.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { ClusterContents, ContentsPartName } from "#lib/policy/readiness/contents/cluster-contents.ts";

/**
 * Request of POST /api/clusters/{project}/{name}/contents, which reads from the Shoot's own API what matters to its next
 * minor version. It is a POST, because the garden issues a short-lived credential for it, with the permissions of the
 * requesting user.
 */
export const contentsRequestSchema = z.strictObject({
  /** Kubernetes version of the step, which decides about the kinds that are looked for. */
  to: z.string().check(z.regex(/^\d{1,3}\.\d{1,3}\.\d{1,5}$/)),
  /** Whether to ask for an administrator's kubeconfig, which alone reads requested APIs; else for a viewer's. */
  asAdministrator: z.boolean(),
});
export type ContentsRequest = z.infer<typeof contentsRequestSchema>;

/** All parts of a cluster that a look inside reads. */
export const contentsPartNames = [
  "nodes",
  "pods",
  "budgets",
  "webhooks",
  "services",
  "namespaces",
  "apiServices",
  "workloads",
  "jobs",
  "volumes",
  "requestedApis",
  "managedObjects",
] as const satisfies readonly ContentsPartName[];

function isPart(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return value.state === "read"
    ? Array.isArray(value.items)
    : value.state === "unread" && typeof value.why === "string";
}

/** The facts themselves are Almanac's own: its server has checked each when it read the cluster. */
function isContents(value: unknown): boolean {
  return isRecord(value) && typeof value.readAt === "number" && contentsPartNames.every((part) => isPart(value[part]));
}

/** Reasons why nothing was read in a cluster; the same as for its Nodes. */
export const contentsResponseSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("read"),
    /** Uid of the Shoot that was read. */
    uid: z.string(),
    /** Generation of the Shoot at that time; 0 if it has none. */
    generation: z.number(),
    /** Kubernetes version for which it was read. */
    to: z.string(),
    /** Kubeconfig that was used for reading. */
    role: z.enum(["viewer", "admin"]),
    contents: z.custom<ClusterContents>(isContents),
  }),
  z.object({
    state: z.literal("withheld"),
    why: z.enum(withheldNodesReasons),
    /** Message of the garden, or of the Shoot's API server. */
    message: z.optional(z.string()),
  }),
]);
export type ContentsResponse = z.infer<typeof contentsResponseSchema>;
