import * as z from "zod/mini";

/** Limits per answer; the number of further changes is given. */
export const lastVisitLimits = { lines: 40, named: 6, key: 300 } as const;

const instant = z.string();
const some = z.exactOptional(z.string());

/** Cause of a change, where one was observed. */
const causeSchema = z.discriminatedUnion("kind", [
  /** `own`: a NamespacedCloudProfile, which changes together with the CloudProfile that it extends. */
  z.object({ kind: z.literal("profile"), name: z.string(), own: z.boolean() }),
  /** Named by `status.lastMaintenance`. */
  z.object({ kind: z.literal("maintenance"), at: z.exactOptional(instant) }),
  /** The cluster runs other versions than before. */
  z.object({ kind: z.literal("update") }),
]);
export type ChangeCause = z.infer<typeof causeSchema>;
const cause = z.exactOptional(causeSchema);

/** First forced change of a cluster. */
const forcedSchema = z.object({ hop: z.string(), image: some, to: z.string(), at: z.exactOptional(instant) });
export type ForcedChangeSnapshot = z.infer<typeof forcedSchema>;

const deadEnd = { code: z.string(), missing: some, profile: some };

/** Difference between the last visit and now. */
export const lastVisitChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("failed"), type: some, state: z.string(), codes: z.array(z.string()) }),
  z.object({ kind: z.literal("unhealthy"), conditions: z.array(z.string()), at: z.exactOptional(instant) }),
  z.object({ kind: z.literal("unknown") }),
  /** Gardener is kept from doing anything to the cluster, or from the pending work. */
  z.object({ kind: z.literal("held"), hold: z.string(), waiting: some }),
  z.object({ kind: z.literal("released") }),
  /** The cluster's lifetime ends, or ends at another time; without `is` it has no end. */
  z.object({ kind: z.literal("lifetime"), was: z.exactOptional(instant), is: z.exactOptional(instant) }),
  z.object({ kind: z.literal("recovered") }),
  z.object({ kind: z.literal("stuck"), ...deadEnd, at: z.exactOptional(instant), cause }),
  z.object({ kind: z.literal("freed"), ...deadEnd, cause }),
  /** A version ends at another time; without one it has no end. */
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
  /** The cluster existed before, but the user could not see it. */
  z.object({ kind: z.literal("shown") }),
  z.object({ kind: z.literal("gone") }),
  /** The user can no longer see the cluster's project. */
  z.object({ kind: z.literal("hidden") }),
  /** Used when there are more clusters than are stored one by one. */
  z.object({
    kind: z.literal("number"),
    of: z.enum(["clusters", "failed", "unhealthy", "stuck", "waiting"]),
    was: z.int(),
    is: z.int(),
  }),
]);
export type LastVisitChange = z.infer<typeof lastVisitChangeSchema>;

/** Change with the clusters that it affects. */
const sinceLineSchema = z.object({
  /** Identifies the change as long as the point of comparison stays: `/clusters?since=KEY` shows its clusters. */
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
    /** Identifies the listed changes. */
    mark: z.string(),
    /** Set when only numbers were stored, for this many clusters. */
    numbersOf: z.exactOptional(z.int()),
    /** Set when something changed between reading and confirming, so nothing was recorded as seen. */
    changed: z.exactOptional(z.boolean()),
    /** Clusters of the requested line. */
    uids: z.exactOptional(z.array(z.string())),
  }),
  z.object({ state: z.literal("unavailable"), detail: z.string() }),
]);
export type LastVisitReport = z.infer<typeof lastVisitReportSchema>;
export type ComparedLastVisit = Extract<LastVisitReport, { readonly state: "compared" }>;

/** POST /api/since: the user opens the page, or confirms having seen what `mark` identifies. */
export const lastVisitRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("look") }),
  z.strictObject({ kind: z.literal("seen"), mark: z.string().check(z.maxLength(60)) }),
]);
export type LastVisitRequest = z.infer<typeof lastVisitRequestSchema>;
