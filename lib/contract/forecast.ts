import * as z from "zod/mini";

/** Instant in epoch milliseconds, as in the policy core, because thousands of forecasts are compared and sorted. */
const instantMs = z.int();

/** Kinds of steps that lists distinguish: a Kubernetes patch, a Kubernetes minor, a machine image. */
export const stepKinds = ["patch", "minor", "image"] as const;
export type StepKind = (typeof stepKinds)[number];

/** Expected version change of one component, between `earliestAt` and `latestAt`; the exact time is not known. */
export const forecastStepSummarySchema = z.object({
  /** Component that changes: `controlPlaneUpdates`, `pool/<name>/kubernetes` or `pool/<name>/image`. */
  lane: z.string(),
  hop: z.enum(stepKinds),
  /** Whether the step is automatic or forced; forced steps happen even if automatic updates are off. */
  kind: z.enum(["auto", "forced"]),
  from: z.string(),
  to: z.string(),
  /** Name of the machine image; absent in a step of Kubernetes. */
  image: z.optional(z.string()),
  earliestAt: instantMs,
  /** Latest time of the step; absent if it is not certain that the step happens at all. */
  latestAt: z.optional(instantMs),
  /** Code of the step's cause: the policy core's `StepCause`. */
  cause: z.string(),
  /** End of the version that has to be left; absent if no longer in the profile, or if no version has to be left. */
  endsAt: z.optional(instantMs),
  /** Certainty of the step: `dated`, `conditional` or `unknown`. */
  confidence: z.string(),
  /** Whether the cause of the step applies already: the version has expired, or is no longer in the profile. */
  overdue: z.optional(z.boolean()),
  /** Maximum number of nodes replaced or updated in place by the step; 0 when none, absent when unknown. */
  nodes: z.optional(z.int()),
});
export type ForecastStepSummary = z.infer<typeof forecastStepSummarySchema>;

/** Component, or whole maintenance run, for which an update will be required but is impossible. */
export const deadEndSummarySchema = z.object({
  /** Component as in a forecast step; `run` if the API server would refuse the whole maintenance run. */
  lane: z.string(),
  /** Code of the dead end: the policy core's `DeadEndCode`. */
  code: z.string(),
  /** The version that has to be left; empty for a refused run. */
  version: z.string(),
  /** What the CloudProfile would have to offer for an update to be possible again: `1.34.x`, `gardenlinux`, `m5.large`. */
  missing: z.optional(z.string()),
  /** CloudProfile that lacks the missing item; for a NamespacedCloudProfile its parent. */
  profile: z.optional(z.string()),
  /** Earliest time at which the dead end begins; `byAt` is the latest. */
  fromAt: instantMs,
  byAt: z.optional(instantMs),
  /** Time at which the dead end ends without any action. */
  untilAt: z.optional(instantMs),
  /** End of the version that has to be left, if that is the reason to leave it and the profile has a date. */
  endsAt: z.optional(instantMs),
  confidence: z.string(),
  /** Whether the dead end has begun already. */
  overdue: z.optional(z.boolean()),
  /** Whether the run would be accepted once pending in-place updates of nodes are finished. */
  waitsForNodes: z.optional(z.boolean()),
});
export type DeadEndSummary = z.infer<typeof deadEndSummarySchema>;

/** Dead end in an exported report. */
const reportedDeadEndSchema = z.extend(deadEndSummarySchema, {
  /** Cause of the dead end: `no-later-version`, `gap` or `blocked`. */
  because: z.string(),
  /** Urgency of the dead end: `now`, `soon`, `ahead` or, if only a later version is missing, `open`. */
  urgency: z.string(),
});
export type ReportedDeadEnd = z.infer<typeof reportedDeadEndSchema>;

/**
 * Forecast in a fleet row: the first step of each kind; `GET /api/forecast` returns all steps. Pools that follow the
 * control plane are left out.
 */
export const rowForecastSchema = z.object({
  /**
   * Time at which this forecast was first computed. It is recomputed when an input changes or one of its dates passes;
   * if the result is the same, the time stays too.
   */
  computedAt: instantMs,
  /** Reason why there is no forecast: `deleting`, `no-profile`, `invalid-shoot`. The other fields are empty then. */
  without: z.optional(z.string()),
  /** Field of the Shoot that cannot be read, for the reason `invalid-shoot`. */
  unreadField: z.optional(z.string()),
  /** First expected change, if it is automatic; otherwise the first forced change. */
  next: z.optional(forecastStepSummarySchema),
  /** First forced change of each kind, in time order. */
  forced: z.array(forecastStepSummarySchema),
  /** Dead ends, once per missing item, the worst first: permanent before temporary, then by date. */
  deadEnds: z.array(deadEndSummarySchema),
  /**
   * Update with which a maintenance run replaces the cluster's SecretBinding: the first one to a Kubernetes version that
   * refuses SecretBindings. Absent without a SecretBinding, and if no such update is in sight.
   */
  replacesSecretBinding: z.optional(forecastStepSummarySchema),
  /**
   * Number of consecutive forced updates that the component of the first forced change (Kubernetes or a machine image)
   * needs until it runs a version that has not expired at that time.
   */
  stepsToStable: z.optional(z.int()),
  /** Control plane version at the end of the forecast period; two if it depends on the times of maintenance runs. */
  finalVersions: z.array(z.string()),
  /** Last change of a CloudProfile that changed this forecast. Lost when the server restarts. */
  changed: z.optional(
    z.object({
      at: instantMs,
      /** First forced change or dead end before the profile changed; absent if there was none. */
      before: z.optional(z.object({ at: instantMs, to: z.optional(z.string()), deadEnd: z.optional(z.string()) })),
    }),
  ),
});
export type RowForecast = z.infer<typeof rowForecastSchema>;

/** Component of a cluster with all its expected steps. */
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
  /** Reason why there is no forecast, as in the fleet row; for `invalid-shoot` also the field that cannot be read. */
  without: z.optional(z.string()),
  unreadField: z.optional(z.string()),
  /** End of the cluster's lifetime, when Gardener deletes the cluster. The forecast has no steps after it. */
  endsAt: z.optional(instantMs),
  /** The last maintenance, if it failed: whether the next run makes the steps that are due is uncertain. */
  failedMaintenance: z.optional(
    z.object({
      at: z.optional(instantMs),
      /** Why it failed, shortened; absent if Gardener gives no reason. */
      reason: z.optional(z.string()),
    }),
  ),
  /** True if, in the current state, steps only change the spec and nothing rolls them out to the cluster. */
  specOnly: z.optional(z.literal(true)),
  lanes: z.array(reportedComponentSchema),
  /** Periods in which the API server would refuse every maintenance run. */
  refusals: z.array(reportedDeadEndSchema),
});
export type ReportedCluster = z.infer<typeof reportedClusterSchema>;

/**
 * Response of GET /api/forecast: every expected step of the clusters selected by the cluster list's query parameters.
 * `format=csv` answers with the same content as a table, a line per step and dead end; `download=1` sets a file name.
 */
export const forecastReportSchema = z.object({
  /** Version of the format, increased when the meaning of a field changes. */
  version: z.literal(1),
  generatedAt: instantMs,
  horizonAt: instantMs,
  /** Query in its canonical form. */
  query: z.string(),
  /** Descriptions of the data that are no longer up to date; absent if all are live. */
  notLive: z.optional(z.array(z.string())),
  /** Caveats about the whole report, as sentences; absent if there are none. */
  caveats: z.optional(z.array(z.string())),
  clusters: z.array(reportedClusterSchema),
});
