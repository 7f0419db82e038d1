import * as z from "zod/mini";

/** Maximum number of checklist rows, and maximum lengths of their texts in characters. */
export const checklistLimits = { rows: 30, rowText: 200, reason: 500 } as const;

const instant = z.string().check(z.maxLength(40));
const itemId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,62}$/));
const lineOfText = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/**
 * Tick of a checklist item, or the reason for leaving the item unticked. `rotation` is the time at which the rotation
 * that the tick belongs to was initiated, so that last year's tick does not count for this year's rotation.
 */
const tickSchema = z.object({
  item: itemId,
  rotation: instant,
  by: z.string(),
  at: instant,
  reason: z.exactOptional(z.string()),
});
export type ChecklistTick = z.infer<typeof tickSchema>;

/** Stored checklist: rows added by the team, which stay for the next rotation, and ticks. */
export const checklistSchema = z.object({
  rows: z.array(z.object({ id: itemId, text: z.string(), by: z.string() })),
  ticks: z.array(tickSchema),
});
export type Checklist = z.infer<typeof checklistSchema>;

/** GET /api/clusters/{project}/{name}/checklist. */
export const checklistResponseSchema = z.object({
  /** Stored checklist; absent if the user may not read it, or if this build does not know its format. */
  checklist: z.exactOptional(checklistSchema),
  unread: z.exactOptional(z.enum(["forbidden", "unknown-form"])),
  /** Whether the user's ticks can be stored in the garden; if false, they are stored only in the browser. */
  mayWrite: z.boolean(),
  /** Name of the ConfigMap that stores the checklist. */
  keptIn: z.string(),
});
export type ChecklistResponse = z.infer<typeof checklistResponseSchema>;

/** Request to change the checklist. `seen` is when the tick that the user saw was set; a newer tick is not removed. */
export const checklistChangeRequestSchema = z.discriminatedUnion("kind", [
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
export type ChecklistChangeRequest = z.infer<typeof checklistChangeRequestSchema>;
