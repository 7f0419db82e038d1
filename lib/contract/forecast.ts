import * as z from "zod/mini";

/** Epoch milliseconds, as the policy core gives them: forecasts are compared and sorted by the thousand. */
const instantMs = z.int();

/** The kinds of steps that lists tell apart: a Kubernetes patch, a Kubernetes minor, a machine image. */
export const hopNames = ["patch", "minor", "image"] as const;
export type HopName = (typeof hopNames)[number];

/** One foreseen step of one lane. It comes between `earliestAt` and `latestAt`; nobody can say when exactly. */
export const foreseenStepSchema = z.object({
  /** `controlPlane`, `pool/<name>/kubernetes` or `pool/<name>/image`. */
  lane: z.string(),
  hop: z.enum(hopNames),
  /** `forced` comes even if automatic updates are off. */
  kind: z.enum(["auto", "forced"]),
  from: z.string(),
  to: z.string(),
  /** The image's name, on a step of an image. */
  image: z.optional(z.string()),
  earliestAt: instantMs,
  /** Absent when it is not certain that the step comes at all. */
  latestAt: z.optional(instantMs),
  /** The code of the policy core's `HopCause`. */
  cause: z.string(),
  /** When the version that has to be left ends; absent when it is gone, or when nothing has to be left. */
  endsAt: z.optional(instantMs),
  /** `dated`, `conditional` or `unknown`. */
  confidence: z.string(),
  /** The reason holds already: the version is expired, or not in the profile any more. */
  overdue: z.optional(z.boolean()),
  /** At most so many nodes are replaced or updated in place; 0 when none, absent when nobody can say. */
  nodes: z.optional(z.int()),
});
export type ForeseenStep = z.infer<typeof foreseenStepSchema>;

/** A lane, or the whole maintenance, that will have to move and cannot. */
export const foreseenDeadEndSchema = z.object({
  /** As of a step; `run` when the API server would refuse the whole run. */
  lane: z.string(),
  /** The policy core's `DeadEndCode`. */
  code: z.string(),
  /** The version that has to be left; empty for a refused run. */
  version: z.string(),
  /** What would free it, in as few words as lists need: `1.34.x`, `gardenlinux`, `m5.large`. */
  missing: z.optional(z.string()),
  /** The CloudProfile in which it is missing: for a NamespacedCloudProfile its parent. */
  profile: z.optional(z.string()),
  /** It holds from somewhere between `fromAt` and `byAt` on. */
  fromAt: instantMs,
  byAt: z.optional(instantMs),
  /** When it is over by itself. */
  untilAt: z.optional(instantMs),
  /** When the version that has to be left ends, if that is why it has to be left and the profile has a date. */
  endsAt: z.optional(instantMs),
  confidence: z.string(),
  /** It holds already. */
  overdue: z.optional(z.boolean()),
});
export type ForeseenDeadEnd = z.infer<typeof foreseenDeadEndSchema>;

/** A dead end in a file. */
const reportedDeadEndSchema = z.extend(foreseenDeadEndSchema, {
  /** What it comes from: `no-later-version`, `gap` or `blocked`. */
  because: z.string(),
  /** How far away it is: `now`, `soon`, `ahead` or, of no later version yet, `open`. */
  urgency: z.string(),
});
export type ReportedDeadEnd = z.infer<typeof reportedDeadEndSchema>;

/**
 * What a row tells of its cluster's future: the first step of each kind, not the whole ladder, which
 * `GET /api/forecast` has. Pools that follow the control plane are not told again.
 */
export const rowForecastSchema = z.object({
  /**
   * When this was worked out first. As long as nothing it rests on changes and none of its dates passes, it stays as it
   * is; when working it out again gives the same, the instant stays, too.
   */
  computedAt: instantMs,
  /** Why there is no forecast: `deleting`, `no-profile`, `invalid-shoot`. Then nothing else is here. */
  without: z.optional(z.string()),
  /** Of `invalid-shoot`: the field that cannot be read. */
  unreadField: z.optional(z.string()),
  /** The first change of all, where that is an automatic one; otherwise it is the first that is forced. */
  next: z.optional(foreseenStepSchema),
  /** The first forced change of each kind, the earliest first. */
  forced: z.array(foreseenStepSchema),
  /** Each missing link once, the worst first: lasting before passing, then by date. */
  deadEnds: z.array(foreseenDeadEndSchema),
  /** Steps of the first forced change's lane until it stands on a version that has not ended on arrival. */
  stepsToStable: z.optional(z.int()),
  /** Where the control plane ends within the horizon; two when it depends on the moments of the runs. */
  finalVersions: z.array(z.string()),
  /** The last change of a CloudProfile that made this forecast another one. Forgotten when the server starts. */
  changed: z.optional(
    z.object({
      at: instantMs,
      /** What came first before: the first forced change or dead end. Absent when there was none. */
      before: z.optional(z.object({ at: instantMs, to: z.optional(z.string()), deadEnd: z.optional(z.string()) })),
    }),
  ),
});
export type RowForecast = z.infer<typeof rowForecastSchema>;

/** One lane with everything that is foreseen for it. */
export const reportedLaneSchema = z.object({
  lane: z.string(),
  version: z.string(),
  image: z.optional(z.string()),
  hops: z.array(foreseenStepSchema),
  deadEnds: z.array(reportedDeadEndSchema),
  finalVersions: z.array(z.string()),
});

export const reportedClusterSchema = z.object({
  uid: z.string(),
  project: z.string(),
  name: z.string(),
  computedAt: instantMs,
  /** As of the row: why there is no forecast, and of `invalid-shoot` the field that cannot be read. */
  without: z.optional(z.string()),
  unreadField: z.optional(z.string()),
  /** When its lifetime ends, and Gardener deletes it: no step is foreseen after that. */
  endsAt: z.optional(instantMs),
  /** As things stand the steps change its specification, and nothing moves the cluster itself. */
  specOnly: z.optional(z.literal(true)),
  lanes: z.array(reportedLaneSchema),
  /** Times in which every run would be refused. */
  refusals: z.array(reportedDeadEndSchema),
});
export type ReportedCluster = z.infer<typeof reportedClusterSchema>;

/**
 * GET /api/forecast: every step of the clusters that the query selects, by the grammar of the address bar. `format=csv`
 * answers with a table of the same content, a line for each step and dead end; `download=1` names either as a file.
 */
export const forecastReportSchema = z.object({
  /** Raised whenever the meaning of a field changes. */
  version: z.literal(1),
  generatedAt: instantMs,
  horizonAt: instantMs,
  /** The query, in its one spelling. */
  query: z.string(),
  /** A sentence for each part that the garden does not tell any more; absent when all is live. */
  notLive: z.optional(z.array(z.string())),
  /** What else has to be known of all of it, in whole sentences; absent where there is nothing. */
  caveats: z.optional(z.array(z.string())),
  clusters: z.array(reportedClusterSchema),
});
