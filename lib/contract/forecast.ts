import * as z from "zod/mini";

/** Epoch milliseconds, as in the policy core: forecasts are compared and sorted by the thousand. */
const instantMs = z.int();

/** Kinds of steps that lists distinguish: a Kubernetes patch, a Kubernetes minor, a machine image. */
export const stepKinds = ["patch", "minor", "image"] as const;
export type StepKind = (typeof stepKinds)[number];

/** Expected step of one component, between `earliestAt` and `latestAt`; the exact time is not known. */
export const forecastStepSummarySchema = z.object({
  /** `controlPlane`, `pool/<name>/kubernetes` or `pool/<name>/image`. */
  lane: z.string(),
  hop: z.enum(stepKinds),
  /** `forced` steps happen even if automatic updates are off. */
  kind: z.enum(["auto", "forced"]),
  from: z.string(),
  to: z.string(),
  /** Name of the image, on a step of an image. */
  image: z.optional(z.string()),
  earliestAt: instantMs,
  /** Absent when it is not certain that the step happens at all. */
  latestAt: z.optional(instantMs),
  /** The code of the policy core's `StepCause`. */
  cause: z.string(),
  /** When the version that has to be left ends; absent when it is no longer listed, or when nothing has to be left. */
  endsAt: z.optional(instantMs),
  /** `dated`, `conditional` or `unknown`. */
  confidence: z.string(),
  /** Whether the cause applies already: the version has expired, or is no longer in the profile. */
  overdue: z.optional(z.boolean()),
  /** Maximum number of nodes replaced or updated in place; 0 when none, absent when unknown. */
  nodes: z.optional(z.int()),
});
export type ForecastStepSummary = z.infer<typeof forecastStepSummarySchema>;

/** Component, or whole maintenance run, that will have to move and cannot. */
export const deadEndSummarySchema = z.object({
  /** Component as in a step; `run` when the API server would refuse the whole run. */
  lane: z.string(),
  /** The policy core's `DeadEndCode`. */
  code: z.string(),
  /** The version that has to be left; empty for a refused run. */
  version: z.string(),
  /** What would resolve it, as short as lists need: `1.34.x`, `gardenlinux`, `m5.large`. */
  missing: z.optional(z.string()),
  /** CloudProfile that lacks it: for a NamespacedCloudProfile its parent. */
  profile: z.optional(z.string()),
  /** The dead end begins somewhere between `fromAt` and `byAt`. */
  fromAt: instantMs,
  byAt: z.optional(instantMs),
  /** When it ends without any action. */
  untilAt: z.optional(instantMs),
  /** When the version that has to be left ends, if that is the reason to leave it and the profile has a date. */
  endsAt: z.optional(instantMs),
  confidence: z.string(),
  /** Whether the dead end has begun already. */
  overdue: z.optional(z.boolean()),
});
export type DeadEndSummary = z.infer<typeof deadEndSummarySchema>;

/** Dead end in an exported report. */
const reportedDeadEndSchema = z.extend(deadEndSummarySchema, {
  /** Cause: `no-later-version`, `gap` or `blocked`. */
  because: z.string(),
  /** Urgency: `now`, `soon`, `ahead` or, for no later version yet, `open`. */
  urgency: z.string(),
});
export type ReportedDeadEnd = z.infer<typeof reportedDeadEndSchema>;

/**
 * Forecast in a row: the first step of each kind; `GET /api/forecast` has all. Pools that follow the control plane are
 * left out.
 */
export const rowForecastSchema = z.object({
  /**
   * When this forecast was first computed. It stays until an input changes or one of its dates passes; if recomputing
   * gives the same result, the time stays too.
   */
  computedAt: instantMs,
  /** Why there is no forecast: `deleting`, `no-profile`, `invalid-shoot`. The other fields are empty then. */
  without: z.optional(z.string()),
  /** For `invalid-shoot`: the field that cannot be read. */
  unreadField: z.optional(z.string()),
  /** First change of all, when it is automatic; otherwise the first forced one. */
  next: z.optional(forecastStepSummarySchema),
  /** First forced change of each kind, the earliest first. */
  forced: z.array(forecastStepSummarySchema),
  /** Each missing link once, the worst first: permanent before temporary, then by date. */
  deadEnds: z.array(deadEndSummarySchema),
  /** Steps of the first forced change's component until it reaches a version that has not ended on arrival. */
  stepsToStable: z.optional(z.int()),
  /** Version of the control plane at the end of the forecast period; two when it depends on the times of the runs. */
  finalVersions: z.array(z.string()),
  /** Last change of a CloudProfile that changed this forecast. Lost when the server restarts. */
  changed: z.optional(
    z.object({
      at: instantMs,
      /** Previous first forced change or dead end. Absent when there was none. */
      before: z.optional(z.object({ at: instantMs, to: z.optional(z.string()), deadEnd: z.optional(z.string()) })),
    }),
  ),
});
export type RowForecast = z.infer<typeof rowForecastSchema>;

/** Component with its whole forecast. */
export const reportedComponentSchema = z.object({
  lane: z.string(),
  version: z.string(),
  image: z.optional(z.string()),
  hops: z.array(forecastStepSummarySchema),
  deadEnds: z.array(reportedDeadEndSchema),
  finalVersions: z.array(z.string()),
});

export const reportedClusterSchema = z.object({
  uid: z.string(),
  project: z.string(),
  name: z.string(),
  computedAt: instantMs,
  /** As in the row: why there is no forecast, and for `invalid-shoot` the field that cannot be read. */
  without: z.optional(z.string()),
  unreadField: z.optional(z.string()),
  /** When its lifetime ends and Gardener deletes the cluster: the forecast has no steps after that. */
  endsAt: z.optional(instantMs),
  /** True when, as things stand, steps only change the spec and nothing rolls them out to the cluster. */
  specOnly: z.optional(z.literal(true)),
  lanes: z.array(reportedComponentSchema),
  /** Periods in which every run would be refused. */
  refusals: z.array(reportedDeadEndSchema),
});
export type ReportedCluster = z.infer<typeof reportedClusterSchema>;

/**
 * GET /api/forecast: every step of the clusters that the query selects, in the grammar of the address bar. `format=csv`
 * answers with a table of the same content, a line for each step and dead end; `download=1` gives either a file name.
 */
export const forecastReportSchema = z.object({
  /** Format version, raised whenever the meaning of a field changes. */
  version: z.literal(1),
  generatedAt: instantMs,
  horizonAt: instantMs,
  /** The query in its canonical spelling. */
  query: z.string(),
  /** A sentence for each part that is no longer up to date; absent when everything is live. */
  notLive: z.optional(z.array(z.string())),
  /** Caveats about the whole report, in whole sentences; absent when there are none. */
  caveats: z.optional(z.array(z.string())),
  clusters: z.array(reportedClusterSchema),
});
