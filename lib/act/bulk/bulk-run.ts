import * as z from "zod/mini";
import { actSchema } from "#lib/contract/act.ts";
import { lastOperationSummarySchema } from "#lib/contract/fleet.ts";

/**
 * What a bulk run asks of each cluster: the same act for all, or one that is composed for each from what the cluster is
 * and what its profile offers.
 */
const bulkIntentSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("act"), act: actSchema }),
  z.object({ kind: z.literal("newest-patch") }),
  z.object({ kind: z.literal("kubernetes-version"), version: z.string() }),
  z.object({ kind: z.literal("newest-images") }),
  z.object({ kind: z.literal("extend-lifetime") }),
]);
export type BulkIntent = z.infer<typeof bulkIntentSchema>;

/** When a run stops by itself: at the first failure, or once this share of all clusters has failed, in per cent. */
const stopRuleSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("first-failure") }),
  z.object({ kind: z.literal("share"), percent: z.number() }),
]);
export type StopRule = z.infer<typeof stopRuleSchema>;

/** What the fleet showed of a cluster before it was asked: only what differs from it is an effect. */
const seenBeforeSchema = z.object({
  uid: z.string(),
  resourceVersion: z.string(),
  health: z.string(),
  observed: z.boolean(),
  pendingOperation: z.optional(z.string()),
  deletionRequestedAt: z.optional(z.string()),
  lastOperation: z.optional(lastOperationSummarySchema),
  lastMaintenance: z.optional(z.object({ state: z.optional(z.string()), triggeredAt: z.optional(z.string()) })),
});
export type SeenBefore = z.infer<typeof seenBeforeSchema>;

/** What a preview comes to, as far as a run needs it. */
const digestSchema = z.object({
  uid: z.string(),
  resourceVersion: z.string(),
  hash: z.string(),
  sentence: z.string(),
  /** The same text for the same effect: what a person confirmed, whatever the clock and the version say. */
  substance: z.string(),
  /** Why this cluster cannot take part. */
  refusal: z.optional(z.string()),
  /** What is worth knowing although it can. */
  cautions: z.array(z.string()),
  consequences: z.array(z.object({ id: z.string(), sentence: z.string() })),
  tier: z.string(),
  /** What the API server said to it without writing: its refusal excludes the cluster. */
  dryRun: z.string(),
  /** Gardener rolls it out in the maintenance window, not now. */
  inWindow: z.boolean(),
});
export type PreviewDigest = z.infer<typeof digestSchema>;

/**
 * `sending` is written down before the request leaves, so that after a crash nobody sends it again. `unanswered`: no
 * answer came, it may or may not have arrived. `planned`: Gardener does it in the maintenance window. `excluded`: nothing was sent, and why. `skipped`: the run was stopped before.
 */
const phases = [
  "waiting",
  "previewing",
  "sending",
  "unanswered",
  "sent",
  "succeeded",
  "planned",
  "failed",
  "excluded",
  "skipped",
] as const;
export type Phase = (typeof phases)[number];

export const bulkClusterSchema = z.object({
  uid: z.string(),
  project: z.string(),
  name: z.string(),
  phase: z.enum(phases),
  /** Counts what a person asked for: 1, and one more with each "retry the failed". Each sends at most once. */
  attempt: z.int(),
  /** What it would do, as the person confirmed it. */
  digest: z.optional(digestSchema),
  /** What this attempt asks for; composed with its preview. */
  act: z.optional(actSchema),
  before: z.optional(seenBeforeSchema),
  sentAt: z.optional(z.number()),
  /** An earlier attempt was taken by the garden. */
  arrivedBefore: z.optional(z.boolean()),
  /** The version that the garden answered with: what the fleet shows of older ones says nothing of this act. */
  acceptedVersion: z.optional(z.string()),
  /** Since when it has succeeded without being healthy. */
  succeededAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  /** Once it is planned: when Gardener does it, in epoch milliseconds. Its end is seen from then on. */
  window: z.optional(z.object({ fromMs: z.number(), toMs: z.number() })),
  message: z.optional(z.string()),
  /** How often the cluster changed between preview and confirmation. */
  conflicts: z.int(),
});
export type BulkCluster = z.infer<typeof bulkClusterSchema>;

const pauseReasons = ["person", "failure", "garden", "session", "read-only", "closed", "storage"] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** What a run does, by name; the words for it are in `bulk-verbs.ts`. */
const bulkVerbs = [
  ...(["Reconcile", "Maintain", "Retry", "Update", "Hibernate", "Wake up", "Extend", "Rotate", "Complete"] as const),
] as const;
export type BulkVerb = (typeof bulkVerbs)[number];

export const bulkRunSchema = z.object({
  id: z.string(),
  /** Whose run it is: a name and the garden. Nobody else's session drives it. */
  owner: z.string(),
  verb: z.enum(bulkVerbs),
  /** What it does to a cluster, in a few words: `Update Kubernetes to the newest patch`. */
  title: z.string(),
  intent: bulkIntentSchema,
  createdAt: z.number(),
  /** How many clusters come at once, one after the other; the last batch is the rest. */
  batches: z.array(z.int()),
  stopRule: stopRuleSchema,
  status: z.enum(["draft", "running", "paused", "stopped", "finished"]),
  pause: z.optional(z.object({ reason: z.enum(pauseReasons), message: z.optional(z.string()) })),
  /** The server asked to wait until then. */
  waitUntil: z.optional(z.number()),
  /** Failures that a person has seen and gone on after. */
  toleratedFailures: z.int(),
  startedAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  clusters: z.array(bulkClusterSchema),
});
export type BulkRun = z.infer<typeof bulkRunSchema>;

export const defaultBatches: readonly number[] = [1, 5, 25];

/** Nothing more is asked of it by itself. */
export function hasEnded({ phase }: BulkCluster): boolean {
  return ["succeeded", "planned", "failed", "excluded", "skipped"].includes(phase);
}

/** It waits for its window, and what comes of it there is still to be seen. */
export function isAwaited({ phase, window }: BulkCluster): boolean {
  return phase === "planned" && window !== undefined;
}

/** It was asked, or may have been, and its end is still to be seen. */
export function isUnderWay({ phase }: BulkCluster): boolean {
  return phase === "sending" || phase === "unanswered" || phase === "sent";
}
