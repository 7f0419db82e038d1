import * as z from "zod/mini";
import { actSchema } from "../act.ts";

/**
 * Limits of staged runs; `bytes` bounds a new run as JSON, `progressBytes` what one cluster stores about its request,
 * `bookBytes` all runs of a project together, below the size of a ConfigMap that is still read.
 */
export const stagedRunLimits = {
  runs: 8,
  goingPerPerson: 3,
  stages: 12,
  clusters: 150,
  name: 120,
  history: 100,
  waitHours: 24 * 90,
  bytes: 120 * 1024,
  progressBytes: 3_000,
  bookBytes: 200 * 1024,
} as const;

const runId = z.string().check(z.regex(/^[a-z0-9]{1,24}$/));
const tabId = z.string().check(z.regex(/^[a-z0-9]{1,24}$/));
const project = z.string().check(z.regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/), z.maxLength(63));
const clusterName = z.string().check(z.minLength(1), z.maxLength(63));
const stageName = z.string().check(z.trim(), z.minLength(1), z.maxLength(stagedRunLimits.name));
const person = z.string().check(z.maxLength(512));
/** Instant in RFC 3339. Not `z.iso`, which every page would load. */
const instant = z.string().check(z.maxLength(40));
const stageIndex = z.int().check(z.minimum(0), z.maximum(stagedRunLimits.stages - 1));
const count = z.int().check(z.minimum(0), z.maximum(stagedRunLimits.clusters));

/** What has to be the case before a stage begins. Every part that is set has to be fulfilled. */
const gateSchema = z.strictObject({
  /** Time since the stage before has ended. */
  waitHours: z.exactOptional(z.int().check(z.minimum(1), z.maximum(stagedRunLimits.waitHours))),
  /** Whether each changed cluster of the stage before is healthy, and has nothing left to carry out. */
  healthy: z.exactOptional(z.boolean()),
  /** A person who approves: `another` than the one who made the run, or `anyone`. */
  person: z.exactOptional(z.enum(["anyone", "another"])),
});
export type StageGate = z.infer<typeof gateSchema>;

/** A group of clusters that change before the next one. `batches`: sizes of its batches; the rest is the last one. */
const stageSchema = z.strictObject({
  name: stageName,
  batches: z.array(z.int().check(z.minimum(1), z.maximum(stagedRunLimits.clusters))).check(z.maxLength(50)),
  gate: gateSchema,
});
export type RunStage = z.infer<typeof stageSchema>;

const clusterPhases = [
  ...(["waiting", "sending", "unanswered", "sent", "succeeded", "planned"] as const),
  ...(["failed", "excluded", "skipped"] as const),
] as const;
export type StagedClusterPhase = (typeof clusterPhases)[number];

const plannedCluster = {
  uid: z.string().check(z.minLength(1), z.maxLength(64)),
  project,
  name: clusterName,
  stage: stageIndex,
  /** The act that was confirmed; a later stage sends the same one. */
  act: actSchema.check(({ value, issues }) => {
    // No run deletes a cluster, so what asks for it was not confirmed as one.
    if (value.kind === "operation" || value.kind === "change") return;
    issues.push({ code: "custom", input: value, message: "is no action of runs" });
  }),
  /** What it does, in the language of the person who made the run. */
  sentence: z.string().check(z.maxLength(600)),
  /** Digest of the confirmed effect: a cluster on which the act would do something else is left out. */
  substance: z.string().check(z.maxLength(64)),
  inWindow: z.boolean(),
};

const observed = {
  phase: z.enum(clusterPhases),
  /** The remaining fields of the cluster in a bulk run: attempt, request, and what was seen before it. */
  progress: z.record(z.string(), z.unknown()),
};

const stagedClusterSchema = z.object({ ...plannedCluster, ...observed });
export type StagedCluster = z.infer<typeof stagedClusterSchema>;

const historyEntrySchema = z.object({
  by: person,
  at: instant,
  what: z.enum(["made", "drove", "began", "approved", "went-on", "stopped", "finished"]),
  stage: z.exactOptional(stageIndex),
});
export type StagedRunEvent = z.infer<typeof historyEntrySchema>;

const header = {
  id: runId,
  name: stageName,
  by: person,
  at: instant,
  verb: z.string().check(z.maxLength(20)),
  intent: z.record(z.string(), z.unknown()),
  startedBy: person,
  startedAt: instant,
  /** Share of failed clusters, in per cent, with which a stage stops; 0 for the first failure. */
  stopPercent: z.int().check(z.minimum(0), z.maximum(100)),
  stages: z.array(stageSchema).check(z.minLength(1), z.maxLength(stagedRunLimits.stages)),
  status: z.enum(["going", "stopped", "finished"]),
  /** Index of the stage that has begun last. */
  current: stageIndex,
  /** When each stage ended, in their order. */
  ends: z.array(instant).check(z.maxLength(stagedRunLimits.stages)),
  /** Who opened the gate before a stage. */
  approvals: z
    .array(z.object({ stage: stageIndex, by: person, at: instant }))
    .check(z.maxLength(stagedRunLimits.stages)),
  /** Failures of the current stage in spite of which somebody let the run go on. */
  tolerated: count,
  /** Who drives the run, from which tab, and until when nobody else can. */
  driver: z.exactOptional(z.object({ by: person, tab: tabId, until: instant })),
  history: z.array(historyEntrySchema),
};

/** Staged run as stored in the project that keeps it. */
export const storedStagedRunSchema = z.object({
  ...header,
  clusters: z.array(stagedClusterSchema).check(z.minLength(1), z.maxLength(stagedRunLimits.clusters)),
});
export type StagedRun = z.infer<typeof storedStagedRunSchema>;

/** Staged run as shown: invisible characters are replaced by their names, so texts may be longer than stored. */
const shownStagedRunSchema = z.object({
  run: z.object({
    ...header,
    name: z.string(),
    by: z.string(),
    startedBy: z.string(),
    approvals: z.array(z.object({ stage: stageIndex, by: z.string(), at: instant })),
    driver: z.exactOptional(z.object({ by: z.string(), tab: z.string(), until: instant })),
    history: z.array(z.object({ ...historyEntrySchema.shape, by: z.string() })),
    clusters: z.array(z.object({ ...stagedClusterSchema.shape, sentence: z.string() })),
  }),
  /** Project whose namespace keeps the run. */
  project: z.string(),
  /** Number of clusters in projects that the caller does not see. They are left out of `run`. */
  hidden: z.int(),
});
export type ShownStagedRun = z.infer<typeof shownStagedRunSchema>;

/**
 * Response of GET /api/staged-runs: the staged runs of all projects that the user sees; of
 * GET /api/staged-runs?project=…: those of one project.
 */
export const stagedRunsSchema = z.object({
  runs: z.array(shownStagedRunSchema),
  /** Names of projects whose runs could not be read, or only in part. */
  unread: z.array(z.string()),
  /** Number of further projects whose runs were not read. */
  beyond: z.int(),
});
export type StagedRuns = z.infer<typeof stagedRunsSchema>;

const about = { project, id: runId };

/** Changes of a run. `tab`: the tab that drives it. Who changes it, and when, is never part of a request. */
export const stagedRunChangeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...about, kind: z.literal("drive"), tab: tabId }),
  z.strictObject({ ...about, kind: z.literal("release"), tab: tabId }),
  z.strictObject({ ...about, kind: z.literal("begin"), tab: tabId, stage: stageIndex }),
  z.strictObject({
    ...about,
    kind: z.literal("progress"),
    tab: tabId,
    clusters: z
      .array(z.strictObject({ uid: plannedCluster.uid, ...observed }))
      .check(z.maxLength(stagedRunLimits.clusters)),
  }),
  z.strictObject({ ...about, kind: z.literal("approve"), stage: stageIndex }),
  z.strictObject({ ...about, kind: z.literal("go-on") }),
  z.strictObject({ ...about, kind: z.literal("stop") }),
  z.strictObject({ ...about, kind: z.literal("delete") }),
]);
export type StagedRunChange = z.infer<typeof stagedRunChangeSchema>;

/** Request of POST /api/staged-runs/new: makes a run. Nothing is sent to a cluster by it. */
export const stagedRunPlanSchema = z.strictObject({
  project,
  name: stageName,
  verb: header.verb,
  intent: header.intent,
  stopPercent: header.stopPercent,
  stages: header.stages,
  clusters: z.array(z.strictObject(plannedCluster)).check(z.minLength(1), z.maxLength(stagedRunLimits.clusters)),
});
export type StagedRunPlan = z.infer<typeof stagedRunPlanSchema>;

/** Response with the run as stored; without one after it was deleted. */
export const stagedRunChangeResponseSchema = z.object({ run: z.exactOptional(shownStagedRunSchema) });
