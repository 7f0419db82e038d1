import * as z from "zod/mini";
import { operationSummarySchema } from "./summary/operation-summary.ts";

/** Kubernetes event about a Shoot. A garden keeps events for about an hour. */
const shootEventSchema = z.object({
  id: z.string(),
  /** Type of the event: `Normal`, `Warning`, or a type newer than this build. */
  type: z.string(),
  reason: z.string(),
  message: z.string(),
  component: z.optional(z.string()),
  count: z.int(),
  firstAt: z.optional(z.string()),
  lastAt: z.optional(z.string()),
});
export type ShootEvent = z.infer<typeof shootEventSchema>;

/** Last writer of fields: an entry of managedFields, reduced to the names of the topmost fields. */
const fieldManagerSchema = z.object({
  manager: z.string(),
  /** Operation of the writer: `Apply` or `Update`. */
  operation: z.optional(z.string()),
  subresource: z.optional(z.string()),
  at: z.optional(z.string()),
  fields: z.array(z.string()),
  /** Number of fields that are not listed. */
  more: z.int(),
});
export type FieldManager = z.infer<typeof fieldManagerSchema>;

/** GET /api/clusters/{project}/{name}/activity: read live with the user's own credential. */
export const activitySchema = z.object({
  uid: z.optional(z.string()),
  readAt: z.string(),
  events: z.array(shootEventSchema),
  /** Why `events` is empty: the user may not read events, or reading them failed. */
  eventsUnread: z.optional(z.enum(["forbidden", "failed"])),
  managers: z.array(fieldManagerSchema),
  /**
   * What the latest maintenance runs, rolls and rotations did, the newest first: those that Almanac observed since it
   * started, and the one under way. Else the last maintenance as far as the Shoot reports it.
   */
  summaries: z.array(operationSummarySchema),
});
export type Activity = z.infer<typeof activitySchema>;
