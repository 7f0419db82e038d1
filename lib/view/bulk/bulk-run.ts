import * as z from "zod/mini";
import { type Act, actSchema } from "../../contract/act.ts";
import { lastOperationSummarySchema } from "../../contract/fleet.ts";

/**
 * What a bulk run asks of each cluster: the same act for all, or one that is composed for each from what the cluster is
 * and what its profile offers.
 */
export const bulkIntentSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("act"), act: actSchema }),
  z.object({ kind: z.literal("newest-patch") }),
  z.object({ kind: z.literal("kubernetes-version"), version: z.string() }),
  z.object({ kind: z.literal("newest-images") }),
]);
export type BulkIntent = z.infer<typeof bulkIntentSchema>;

/** When a run stops by itself: at the first failure, or once this share of all clusters has failed, in per cent. */
export const stopRuleSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("first-failure") }),
  z.object({ kind: z.literal("share"), percent: z.number() }),
]);
export type StopRule = z.infer<typeof stopRuleSchema>;

/**
 * What shows that an act has come to its end. `run`: a reconciliation; `maintenance`: lastMaintenance, then the
 * reconciliation; `planned`: the annotation for the next window; `written`: nothing runs, the new object is all.
 */
const endings = ["run", "maintenance", "planned", "unplanned", "written"] as const;

/** What the fleet showed of a cluster before it was asked: only what differs from it is an effect. */
export const observationSchema = z.object({
  resourceVersion: z.string(),
  health: z.string(),
  hibernated: z.boolean(),
  observed: z.boolean(),
  pendingOperation: z.optional(z.string()),
  scheduledOperation: z.optional(z.string()),
  lastOperation: z.optional(lastOperationSummarySchema),
  lastMaintenance: z.optional(z.object({ state: z.optional(z.string()), triggeredAt: z.optional(z.string()) })),
});
export type Observation = z.infer<typeof observationSchema>;

/** What a preview comes to, as far as a run needs it. */
export const digestSchema = z.object({
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
  ending: z.enum(endings),
});
export type PreviewDigest = z.infer<typeof digestSchema>;

/**
 * `sending` is written down before the request leaves, so that after a crash nobody sends it again. `unanswered`: no
 * answer came, it may or may not have arrived. `excluded`: nothing was sent, and why. `skipped`: the run was stopped before.
 */
export const phases = [
  "waiting",
  "previewing",
  "sending",
  "unanswered",
  "sent",
  "succeeded",
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
  before: z.optional(observationSchema),
  sentAt: z.optional(z.number()),
  /** An earlier attempt was taken by the garden. */
  arrivedBefore: z.optional(z.boolean()),
  /** The version that the garden answered with: what the fleet shows of older ones says nothing of this act. */
  acceptedVersion: z.optional(z.string()),
  /** Since when it has succeeded without being healthy. */
  succeededAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  message: z.optional(z.string()),
  /** How often the cluster changed between preview and confirmation. */
  conflicts: z.int(),
});
export type BulkCluster = z.infer<typeof bulkClusterSchema>;

export const pauseReasons = ["person", "failure", "garden", "session", "read-only", "closed"] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const bulkRunSchema = z.object({
  id: z.string(),
  /** Whose run it is: a name and the garden. Nobody else's session drives it. */
  owner: z.string(),
  /** `Reconcile`, `Update`: the button, the title, and in small letters the first word of the phrase. */
  verb: z.string(),
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

/** The act of an intent that is the same for every cluster. */
export function actOf(intent: BulkIntent): Act | undefined {
  return intent.kind === "act" ? intent.act : undefined;
}

/** Nothing more is asked of it by itself. */
export function hasEnded({ phase }: BulkCluster): boolean {
  return phase === "succeeded" || phase === "failed" || phase === "excluded" || phase === "skipped";
}

/** It was asked, or may have been, and its end is still to be seen. */
export function isUnderWay({ phase }: BulkCluster): boolean {
  return phase === "sending" || phase === "unanswered" || phase === "sent";
}
