import * as z from "zod/mini";

/** How much is told at once; how many more there are is said. */
export const sinceLimits = { lines: 40, named: 6, key: 300 } as const;

const instant = z.string();
const some = z.exactOptional(z.string());

/** Why something is not as it was, where that was observed. */
const causeSchema = z.discriminatedUnion("kind", [
  /** `own`: a NamespacedCloudProfile, which changes with the one that it extends. */
  z.object({ kind: z.literal("profile"), name: z.string(), own: z.boolean() }),
  /** `status.lastMaintenance` names the change. */
  z.object({ kind: z.literal("maintenance"), at: z.exactOptional(instant) }),
  /** The cluster runs other versions than before. */
  z.object({ kind: z.literal("update") }),
]);
export type ChangeCause = z.infer<typeof causeSchema>;
const cause = z.exactOptional(causeSchema);

/** The first forced change of a cluster. */
const forcedSchema = z.object({ hop: z.string(), image: some, to: z.string(), at: z.exactOptional(instant) });
export type ForcedThen = z.infer<typeof forcedSchema>;

const deadEnd = { code: z.string(), missing: some, profile: some };

/** What is not as it was. */
export const sinceChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("failed"), type: some, state: z.string(), codes: z.array(z.string()) }),
  z.object({ kind: z.literal("unhealthy"), conditions: z.array(z.string()), at: z.exactOptional(instant) }),
  z.object({ kind: z.literal("unknown") }),
  /** Something keeps Gardener from doing anything to it, or from what waits. */
  z.object({ kind: z.literal("held"), hold: z.string(), waiting: some }),
  z.object({ kind: z.literal("released") }),
  /** Its lifetime ends, or ends at another time; without `is` it has no end. */
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
  /** It was there before, and the reader did not see it. */
  z.object({ kind: z.literal("shown") }),
  z.object({ kind: z.literal("gone") }),
  /** The reader does not see its project any more. */
  z.object({ kind: z.literal("hidden") }),
  /** Of more clusters than are remembered one by one. */
  z.object({
    kind: z.literal("number"),
    of: z.enum(["clusters", "failed", "unhealthy", "stuck", "waiting"]),
    was: z.int(),
    is: z.int(),
  }),
]);
export type SinceChange = z.infer<typeof sinceChangeSchema>;

/** One change with the clusters to which it happened. */
const sinceLineSchema = z.object({
  /** Names the change, as long as the point of comparison stays: `/clusters?since=KEY` shows its clusters. */
  key: z.string(),
  change: sinceChangeSchema,
  clusters: z.int(),
  named: z.array(z.object({ project: z.string(), name: z.string() })),
});
export type SinceLine = z.infer<typeof sinceLineSchema>;

/** What changed since somebody last looked. */
export const sinceSchema = z.discriminatedUnion("state", [
  /** Nothing was remembered before; `at` is what the next visit is compared with. */
  z.object({ state: z.literal("first"), at: instant }),
  z.object({
    state: z.literal("compared"),
    since: instant,
    lines: z.array(sinceLineSchema),
    /** Changes that are not listed. */
    more: z.int(),
    /** Names what is listed. */
    mark: z.string(),
    /** Only numbers were remembered, of so many clusters. */
    numbersOf: z.exactOptional(z.int()),
    /** Something changed between the look and the press: nothing was marked as seen. */
    changed: z.exactOptional(z.boolean()),
    /** The clusters of the line that was asked for. */
    uids: z.exactOptional(z.array(z.string())),
  }),
  z.object({ state: z.literal("unavailable"), detail: z.string() }),
]);
export type Since = z.infer<typeof sinceSchema>;
export type Compared = Extract<Since, { readonly state: "compared" }>;

/** POST /api/since: somebody looks, or has seen what `mark` names. */
export const sinceChangedSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("look") }),
  z.strictObject({ kind: z.literal("seen"), mark: z.string().check(z.maxLength(60)) }),
]);
export type SinceRequest = z.infer<typeof sinceChangedSchema>;
