import * as z from "zod/mini";

/** Maximum number of Nodes per request for an operation. */
export const maxNodesPerRequest = 10;
/** Maximum number of Nodes per answer. */
export const nodesPerPage = 500;

const nodeName = z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/));

/**
 * Request of POST /api/clusters/{project}/{name}/nodes, which reads the Nodes from the Shoot's own API. It is a POST,
 * because the garden issues a short-lived credential for it, with the permissions of the requesting user.
 */
export const nodesRequestSchema = z.strictObject({
  continue: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(4_096))),
  /** Nodes whose latest events are requested too. */
  follow: z.array(nodeName).check(z.maxLength(maxNodesPerRequest)),
});
export type NodesRequest = z.infer<typeof nodesRequestSchema>;

/** Fields of a Node that the Nodes page shows. */
const nodeSchema = z.object({
  name: z.string(),
  uid: z.string(),
  resourceVersion: z.string(),
  /** Name of the worker pool: the label worker.gardener.cloud/pool. */
  pool: z.optional(z.string()),
  ready: z.object({
    /** Status of the condition Ready: `True`, `False`, `Unknown`; `missing` if the Node has no such condition. */
    status: z.string(),
    reason: z.optional(z.string()),
    message: z.optional(z.string()),
    since: z.optional(z.string()),
  }),
  kubelet: z.optional(z.string()),
  image: z.optional(z.string()),
  createdAt: z.optional(z.string()),
  unschedulable: z.boolean(),
  /** Whether the Node has the taint that keeps workload away until Gardener's node-critical components are ready. */
  awaitsComponents: z.optional(z.boolean()),
  deleting: z.boolean(),
  /** Value of the label or annotation node.machine.sapcloud.io/preserve, verbatim. */
  preserve: z.optional(z.string()),
  /** Annotation with the systemd units to restart that gardener-node-agent has not acknowledged yet, verbatim. */
  restart: z.optional(z.string()),
  /** Labels that describe the Node's in-place update. */
  updateLabels: z.record(z.string(), z.string()),
  /** Reason of the condition InPlaceUpdate, which remains after the update. */
  updateReason: z.optional(z.string()),
  updateFailure: z.optional(z.string()),
});
export type ClusterNode = z.infer<typeof nodeSchema>;

const nodeEventSchema = z.object({
  node: z.string(),
  type: z.string(),
  reason: z.string(),
  message: z.string(),
  at: z.optional(z.string()),
});
export type NodeEvent = z.infer<typeof nodeEventSchema>;

/** Reasons why no Nodes are shown. `no-access`: the garden issues no kubeconfig to this user. */
export const withheldNodesReasons = [
  "workerless",
  "hibernated",
  "unfinished",
  "no-access",
  "no-kubeconfig",
  "unreachable",
  "refused",
] as const;

export const nodesResponseSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("read"),
    readAt: z.string(),
    /** Kubeconfig that was used for reading: viewer or admin. */
    role: z.enum(["viewer", "admin"]),
    /** Whether the user may get an admin kubeconfig; also true when that could not be determined. */
    mayAct: z.boolean(),
    nodes: z.array(nodeSchema),
    /** Number of items in the response of the Shoot's API that could not be read as Nodes. */
    unreadable: z.int(),
    continue: z.optional(z.string()),
    /** Events of the requested Nodes; undefined if the user may not read events. */
    events: z.optional(z.array(nodeEventSchema)),
  }),
  z.object({
    state: z.literal("withheld"),
    why: z.enum(withheldNodesReasons),
    /** Message of the garden, or of the Shoot's API server. */
    message: z.optional(z.string()),
  }),
]);
export type NodesResponse = z.infer<typeof nodesResponseSchema>;

/** Operations on single Nodes: restarting systemd units, or selecting for an in-place update. */
export const nodeActSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("restart"),
    /** Names of systemd units, in the order of their restart; the suffix `.service` may be left out. */
    units: z.array(z.string().check(z.regex(/^[A-Za-z0-9:_.@\\-]{1,255}$/))).check(z.minLength(1), z.maxLength(20)),
  }),
  /** Selects Nodes for the in-place update of a pool with the strategy ManualInPlaceUpdate. */
  z.strictObject({ kind: z.literal("select") }),
]);
export type NodeAct = z.infer<typeof nodeActSchema>;

const nodeRefSchema = z.strictObject({
  name: nodeName,
  uid: z.string().check(z.minLength(1), z.maxLength(64)),
  resourceVersion: z.string().check(z.regex(/^[1-9][0-9]{0,39}$/)),
});
export type NodeRef = z.infer<typeof nodeRefSchema>;

/** POST /api/clusters/{project}/{name}/nodes/operations: the confirmed operation, bound to Node versions. */
export const nodeOperationRequestSchema = z.strictObject({
  /** Uid of the Shoot. */
  uid: z.string().check(z.minLength(1), z.maxLength(64)),
  act: nodeActSchema,
  nodes: z.array(nodeRefSchema).check(z.minLength(1), z.maxLength(maxNodesPerRequest)),
});
export type NodeOperationRequest = z.infer<typeof nodeOperationRequestSchema>;

/**
 * Outcome of an operation request for one Node. `conflict`: the Node has changed since it was shown, and nothing was
 * written. `unsure`: no response came, and the request may have arrived.
 */
export const nodeActResultSchema = z.object({
  requestedAt: z.string(),
  nodes: z.array(
    z.object({
      name: z.string(),
      outcome: z.enum(["requested", "conflict", "refused", "unsure", "not-sent"]),
      message: z.optional(z.string()),
    }),
  ),
});
export type NodeActResult = z.infer<typeof nodeActResultSchema>;
