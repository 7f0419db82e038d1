import * as z from "zod/mini";

/** What a person may write, in characters. */
export const checklistLimits = { rows: 30, rowText: 200, reason: 500 } as const;

const instant = z.string().check(z.maxLength(40));
const itemId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,62}$/));
const lineOfText = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/**
 * A tick, or the reason why there is none. It belongs to one rotation: `rotation` is when that was initiated, so that a
 * tick of last year vouches for nothing.
 */
const tickSchema = z.object({
  item: itemId,
  rotation: instant,
  by: z.string(),
  at: instant,
  reason: z.exactOptional(z.string()),
});
export type Tick = z.infer<typeof tickSchema>;

/** What is kept: the rows that a team has added, which serve the next rotation too, and the ticks. */
export const checklistSchema = z.object({
  rows: z.array(z.object({ id: itemId, text: z.string(), by: z.string() })),
  ticks: z.array(tickSchema),
});
export type Checklist = z.infer<typeof checklistSchema>;

/** GET /api/clusters/{project}/{name}/checklist. */
export const checklistReadingSchema = z.object({
  /** Absent where the user may not read it, or it is of a form that this build does not know. */
  checklist: z.exactOptional(checklistSchema),
  unread: z.exactOptional(z.enum(["forbidden", "unknown-form"])),
  /** False: the user's ticks cannot be kept in the garden, only in the browser. */
  mayWrite: z.boolean(),
  /** The ConfigMap's name, for those who look for it. */
  keptIn: z.string(),
});
export type ChecklistReading = z.infer<typeof checklistReadingSchema>;

/** POST: one change. `seen` is the tick that the person looked at, so that nobody takes back another's unseen. */
export const checklistChangeSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("tick"),
    item: itemId,
    rotation: instant,
    reason: z.exactOptional(lineOfText(checklistLimits.reason)),
  }),
  z.strictObject({ kind: z.literal("untick"), item: itemId, rotation: instant, seen: instant }),
  z.strictObject({ kind: z.literal("add-row"), text: lineOfText(checklistLimits.rowText) }),
  z.strictObject({ kind: z.literal("remove-row"), row: itemId }),
]);
export type ChecklistChange = z.infer<typeof checklistChangeSchema>;
