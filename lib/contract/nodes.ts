import * as z from "zod/mini";

/** On how many Nodes something is asked for at once. */
export const mostNodesAtOnce = 10;
/** How many Nodes one answer holds. */
export const nodesPerPage = 500;

const nodeName = z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/));

/**
 * POST /api/clusters/{project}/{name}/nodes: the Nodes of the Shoot's own API. A POST, because the garden makes a
 * short-lived credential for it, with the rights of whoever asks.
 */
export const nodesBody = z.strictObject({
  continue: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(4_096))),
  /** Nodes whose latest events are wanted, too. */
  follow: z.array(nodeName).check(z.maxLength(mostNodesAtOnce)),
});
export type NodesBody = z.infer<typeof nodesBody>;

/** One Node as its screen needs it. */
const nodeSchema = z.object({
  name: z.string(),
  uid: z.string(),
  resourceVersion: z.string(),
  /** The label worker.gardener.cloud/pool. */
  pool: z.optional(z.string()),
  ready: z.object({
    /** `True`, `False`, `Unknown`; `missing` where the Node has no such condition. */
    status: z.string(),
    reason: z.optional(z.string()),
    message: z.optional(z.string()),
    since: z.optional(z.string()),
  }),
  kubelet: z.optional(z.string()),
  image: z.optional(z.string()),
  createdAt: z.optional(z.string()),
  unschedulable: z.boolean(),
  /** It carries the taint by which Gardener keeps workload away until the critical components are ready. */
  awaitsComponents: z.optional(z.boolean()),
  deleting: z.boolean(),
  /** The value of node.machine.sapcloud.io/preserve, verbatim. */
  preserve: z.optional(z.string()),
  /** Units that gardener-node-agent has not taken notice of yet: its annotation, verbatim. */
  restart: z.optional(z.string()),
  /** The labels of its update in place. */
  updateLabels: z.record(z.string(), z.string()),
  /** The reason of the condition InPlaceUpdate, which stays after the update. */
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

/** Why Nodes are not shown. `no-access`: the garden gives this person no kubeconfig. */
export const withheldReasons = [
  "workerless",
  "hibernated",
  "unfinished",
  "no-access",
  "no-kubeconfig",
  "unreachable",
  "refused",
] as const;

export const nodesReadingSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("read"),
    readAt: z.string(),
    /** With which of the two kubeconfigs it was read. */
    role: z.enum(["viewer", "admin"]),
    /** Whether an admin kubeconfig may be had; true as well when nobody could say. */
    mayAct: z.boolean(),
    nodes: z.array(nodeSchema),
    /** How many of the answer were no Nodes as far as we can read them. */
    unreadable: z.int(),
    continue: z.optional(z.string()),
    /** Undefined when they may not be read. */
    events: z.optional(z.array(nodeEventSchema)),
  }),
  z.object({
    state: z.literal("withheld"),
    why: z.enum(withheldReasons),
    /** What the garden, or the Shoot's API server, said about it. */
    message: z.optional(z.string()),
  }),
]);
export type NodesReading = z.infer<typeof nodesReadingSchema>;

/** What can be asked of single Nodes. */
export const nodeActSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("restart"),
    /** systemd units, in the order of their restart; `.service` may be left out. */
    units: z.array(z.string().check(z.regex(/^[A-Za-z0-9:_.@\\-]{1,255}$/))).check(z.minLength(1), z.maxLength(20)),
  }),
  /** For the update in place of a pool with the strategy ManualInPlaceUpdate. */
  z.strictObject({ kind: z.literal("select") }),
]);
export type NodeAct = z.infer<typeof nodeActSchema>;

const nodeRefSchema = z.strictObject({
  name: nodeName,
  uid: z.string().check(z.minLength(1), z.maxLength(64)),
  resourceVersion: z.string().check(z.regex(/^[1-9][0-9]{0,39}$/)),
});
export type NodeRef = z.infer<typeof nodeRefSchema>;

/** POST /api/clusters/{project}/{name}/nodes/operations: what was confirmed, for the Nodes as they were then. */
export const nodeActBody = z.strictObject({
  /** The Shoot's. */
  uid: z.string().check(z.minLength(1), z.maxLength(64)),
  act: nodeActSchema,
  nodes: z.array(nodeRefSchema).check(z.minLength(1), z.maxLength(mostNodesAtOnce)),
});
export type NodeActBody = z.infer<typeof nodeActBody>;

/**
 * What became of the request at each Node. `conflict`: it has changed since it was shown, nothing was written. `unsure`:
 * no answer came, the request may have arrived.
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
