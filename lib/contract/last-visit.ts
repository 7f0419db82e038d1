import * as z from "zod/mini";

/** Maximum numbers of changes and names per response; the number of further changes is given. */
export const lastVisitLimits = { lines: 40, named: 6, key: 300 } as const;

const instant = z.string();
const some = z.exactOptional(z.string());

/** Cause of a change since the last visit, if one was observed. */
const causeSchema = z.discriminatedUnion("kind", [
  /** The profile changed. `own`: a NamespacedCloudProfile, which changes with the CloudProfile that it extends. */
  z.object({ kind: z.literal("profile"), name: z.string(), own: z.boolean() }),
  /** The cluster's last maintenance made the change, according to `status.lastMaintenance`. */
  z.object({ kind: z.literal("maintenance"), at: z.exactOptional(instant) }),
  /** The cluster runs other versions than at the last visit. */
  z.object({ kind: z.literal("update") }),
]);
export type ChangeCause = z.infer<typeof causeSchema>;
const cause = z.exactOptional(causeSchema);

/** First forced change of a cluster at one visit. */
const forcedSchema = z.object({ hop: z.string(), image: some, to: z.string(), at: z.exactOptional(instant) });
export type ForcedChangeSnapshot = z.infer<typeof forcedSchema>;

const deadEnd = { code: z.string(), missing: some, profile: some };

/** Difference between the last visit and now. */
export const lastVisitChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("failed"), type: some, state: z.string(), codes: z.array(z.string()) }),
  z.object({ kind: z.literal("unhealthy"), conditions: z.array(z.string()), at: z.exactOptional(instant) }),
  z.object({ kind: z.literal("unknown") }),
  /** Gardener is held back from reconciling the cluster; `waiting` is the work that waits. */
  z.object({ kind: z.literal("held"), hold: z.string(), waiting: some }),
  z.object({ kind: z.literal("released") }),
  /** The end of the cluster's lifetime has changed; without `is` the lifetime has no end now. */
  z.object({ kind: z.literal("lifetime"), was: z.exactOptional(instant), is: z.exactOptional(instant) }),
  z.object({ kind: z.literal("recovered") }),
  z.object({ kind: z.literal("stuck"), ...deadEnd, at: z.exactOptional(instant), cause }),
  z.object({ kind: z.literal("freed"), ...deadEnd, cause }),
  /** The end of a version has changed; without a date the version has no end. */
  z.object({
    kind: z.literal("end"),
    image: some,
    version: z.string(),
    was: z.exactOptional(instant),
    is: z.exactOptional(instant),
    cause,
  }),
  z.object({ kind: z.literal("forced"), was: z.exactOptional(forcedSchema), is: z.exactOptional(forcedSchema), cause }),
  z.object({
    kind: z.literal("rotation"),
    family: z.string(),
    step: z.enum(["waits", "started", "completed", "ended"]),
    at: z.exactOptional(instant),
  }),
  z.object({ kind: z.literal("maintenance") }),
  z.object({ kind: z.literal("deleting") }),
  z.object({ kind: z.literal("version"), image: some, from: z.string(), to: z.string(), cause }),
  z.object({ kind: z.literal("images"), cause }),
  z.object({ kind: z.literal("created") }),
  /** The user can see a cluster that existed before but was not visible. */
  z.object({ kind: z.literal("shown") }),
  z.object({ kind: z.literal("gone") }),
  /** The user can no longer see the project of a cluster. */
  z.object({ kind: z.literal("hidden") }),
  /** Only a count of clusters has changed; used if there are more clusters than are stored individually. */
  z.object({
    kind: z.literal("number"),
    of: z.enum(["clusters", "failed", "unhealthy", "stuck", "waiting"]),
    was: z.int(),
    is: z.int(),
  }),
]);
export type LastVisitChange = z.infer<typeof lastVisitChangeSchema>;

/** Change since the last visit, with the clusters that it affects. */
const sinceLineSchema = z.object({
  /** Key of the change as long as the compared visit stays the same: `/clusters?since=KEY` lists its clusters. */
  key: z.string(),
  change: lastVisitChangeSchema,
  clusters: z.int(),
  named: z.array(z.object({ project: z.string(), name: z.string() })),
});
export type LastVisitEntry = z.infer<typeof sinceLineSchema>;

/** Changes since the user's last visit. */
export const lastVisitReportSchema = z.discriminatedUnion("state", [
  /** Nothing was stored before; the next visit is compared with `at`. */
  z.object({ state: z.literal("first"), at: instant }),
  z.object({
    state: z.literal("compared"),
    since: instant,
    lines: z.array(sinceLineSchema),
    /** Number of changes that are not listed. */
    more: z.int(),
    /** Identifies the listed changes when the user confirms having seen them. */
    mark: z.string(),
    /** Number of clusters, if only counts were stored for the last visit. */
    numbersOf: z.exactOptional(z.int()),
    /** Set when something changed between reading and confirming, so nothing was recorded as seen. */
    changed: z.exactOptional(z.boolean()),
    /** Uids of the clusters of the requested change. */
    uids: z.exactOptional(z.array(z.string())),
  }),
  z.object({ state: z.literal("unavailable"), detail: z.string() }),
]);
export type LastVisitReport = z.infer<typeof lastVisitReportSchema>;
export type ComparedLastVisit = Extract<LastVisitReport, { readonly state: "compared" }>;

/** Request of POST /api/since: the user opens the page, or confirms having seen the changes that `mark` identifies. */
export const lastVisitRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("look") }),
  z.strictObject({ kind: z.literal("seen"), mark: z.string().check(z.maxLength(60)) }),
]);
export type LastVisitRequest = z.infer<typeof lastVisitRequestSchema>;
