import * as z from "zod/mini";
import { type Act, actSchema } from "#lib/contract/act.ts";
import { lastOperationSummarySchema, nextSummarySchema } from "#lib/contract/fleet.ts";
import { bulkVerbs } from "../bulk-verbs.ts";

/** Intent of a bulk run: one action for all clusters, or an action composed from each cluster's state and profile. */
const bulkIntentSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("act"), act: actSchema }),
  z.object({ kind: z.literal("newest-patch") }),
  z.object({ kind: z.literal("kubernetes-version"), version: z.string() }),
  z.object({ kind: z.literal("newest-images") }),
  z.object({ kind: z.literal("extend-lifetime") }),
  /** `seed`: the destination of all; `bestSeed` for the best of each cluster; empty until chosen. */
  z.object({ kind: z.literal("move-seed"), seed: z.string() }),
]);
export type BulkIntent = z.infer<typeof bulkIntentSchema>;

/** Destination of a move that stands for the best Seed of each cluster. No Seed can have this name. */
export const bestSeed = "*";

/** Returns whether an intent lacks something that the user has to choose before the previews. */
export function isIntentOpen(intent: BulkIntent): boolean {
  if (intent.kind === "kubernetes-version") return intent.version === "";
  return intent.kind === "move-seed" && intent.seed === "";
}

/** Condition under which a run pauses automatically: the first failure, or a share of failed clusters in per cent. */
const stopRuleSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("first-failure") }),
  z.object({ kind: z.literal("share"), percent: z.number() }),
]);
export type StopRule = z.infer<typeof stopRuleSchema>;

/** Fields of a cluster's row before the request. Only later differences from them count as an effect of the request. */
const seenBeforeSchema = z.object({
  uid: z.string(),
  resourceVersion: z.string(),
  health: z.string(),
  observed: z.boolean(),
  next: z.exactOptional(nextSummarySchema),
  pendingOperation: z.optional(z.string()),
  deletionRequestedAt: z.optional(z.string()),
  lastOperation: z.optional(lastOperationSummarySchema),
  lastMaintenance: z.optional(z.object({ state: z.optional(z.string()), triggeredAt: z.optional(z.string()) })),
});
export type RowSnapshot = z.infer<typeof seenBeforeSchema>;

/** Part of an action's preview that a bulk run stores. */
const digestSchema = z.object({
  uid: z.string(),
  resourceVersion: z.string(),
  hash: z.string(),
  sentence: z.string(),
  /** Text that is equal for equal effects, whatever the time and resource version; compared with the confirmed text. */
  substance: z.string(),
  /** Reason why the cluster cannot take part in the run. */
  refusal: z.optional(z.string()),
  /** Warnings that do not exclude the cluster from the run. */
  cautions: z.array(z.string()),
  consequences: z.array(z.object({ id: z.string(), sentence: z.string() })),
  tier: z.string(),
  /** Result of the API server's dry run; a refusal excludes the cluster. */
  dryRun: z.string(),
  /** Whether Gardener rolls the change out in the maintenance window instead of immediately. */
  inWindow: z.boolean(),
  /** When it begins, as in the preview, if it is what a freeze of the project is meant to keep away. */
  begins: z.optional(
    z.object({
      at: z.enum(["now", "maintenance-window", "seed-ready"]),
      window: z.optional(z.object({ from: z.string(), to: z.string() })),
      checkedAt: z.string(),
    }),
  ),
});
export type PreviewDigest = z.infer<typeof digestSchema>;

/** Action on one cluster, with the digest of its preview. */
export interface ActWithDigest {
  readonly act: Act;
  readonly digest: PreviewDigest;
}

/**
 * Phases of a cluster in a bulk run. `sending` is stored before the request, so that a crash never sends it twice.
 * `unanswered`: the request may or may not have arrived. `planned`: Gardener acts in the maintenance window.
 * `excluded`: nothing was sent, for a stated reason. `skipped`: the run was stopped before.
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
export type BulkClusterPhase = (typeof phases)[number];

export const bulkClusterSchema = z.object({
  uid: z.string(),
  project: z.string(),
  name: z.string(),
  phase: z.enum(phases),
  /** Number of the attempt: 1, plus one for each "retry the failed". Each attempt sends at most one request. */
  attempt: z.int(),
  /** Digest of the preview that the user confirmed. */
  digest: z.optional(digestSchema),
  /** Action of this attempt, composed together with its preview. */
  act: z.optional(actSchema),
  /** Action that was confirmed for a later day; every attempt sends this one, whatever would be composed by then. */
  confirmedAct: z.optional(actSchema),
  /** Seed of the move that the user confirmed; every attempt moves there, whichever Seed is the best one by then. */
  destination: z.optional(z.string()),
  before: z.optional(seenBeforeSchema),
  sentAt: z.optional(z.number()),
  /** Whether the garden accepted an earlier attempt. */
  arrivedBefore: z.optional(z.boolean()),
  /** Resource version in the garden's answer to the request. Rows with older versions do not show its effect. */
  acceptedVersion: z.optional(z.string()),
  /** Time at which the operation succeeded; set only while the cluster is not healthy yet. */
  succeededAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  /** Period (epoch milliseconds) in which Gardener executes a planned action; observation begins at `fromMs`. */
  window: z.optional(z.object({ fromMs: z.number(), toMs: z.number() })),
  message: z.optional(z.string()),
  /** Number of times the cluster changed between preview and request. */
  conflicts: z.int(),
});
export type BulkCluster = z.infer<typeof bulkClusterSchema>;

const pauseReasons = ["person", "failure", "garden", "session", "read-only", "closed", "storage"] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const bulkRunSchema = z.object({
  id: z.string(),
  /** Owner of the run: user name and garden. Only the owner's session can drive it. */
  owner: z.string(),
  verb: z.enum(bulkVerbs),
  /** Short description of the run's action: `Update Kubernetes to the newest patch`. */
  title: z.string(),
  intent: bulkIntentSchema,
  createdAt: z.number(),
  /** Batch sizes in order; the remaining clusters form the last batch. */
  batches: z.array(z.int()),
  stopRule: stopRuleSchema,
  status: z.enum(["draft", "running", "paused", "stopped", "finished"]),
  pause: z.optional(z.object({ reason: z.enum(pauseReasons), message: z.optional(z.string()) })),
  /** Time until which the run waits because the server asked for a delay. */
  waitUntil: z.optional(z.number()),
  /** Number of failures that had occurred when the user last resumed the run. */
  toleratedFailures: z.int(),
  startedAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  clusters: z.array(bulkClusterSchema),
});
export type BulkRun = z.infer<typeof bulkRunSchema>;

export const defaultBatchSizes: readonly number[] = [1, 5, 25];

/** Returns whether no further request is sent for the cluster automatically. */
export function hasBulkClusterEnded({ phase }: BulkCluster): boolean {
  return ["succeeded", "planned", "failed", "excluded", "skipped"].includes(phase);
}

/** Returns whether the cluster waits for its maintenance window, in which the result will be observed. */
export function isWaitingForWindow({ phase, window }: BulkCluster): boolean {
  return phase === "planned" && window !== undefined;
}

/** Returns whether the cluster was or may have been requested, and its result is not known yet. */
export function isBulkClusterInProgress({ phase }: BulkCluster): boolean {
  return phase === "sending" || phase === "unanswered" || phase === "sent";
}
