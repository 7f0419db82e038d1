import * as z from "zod/mini";

/** One Kubernetes event about a Shoot. A garden keeps events for an hour or so. */
const shootEventSchema = z.object({
  id: z.string(),
  /** `Normal` or `Warning`, or newer than this build. */
  type: z.string(),
  reason: z.string(),
  message: z.string(),
  component: z.optional(z.string()),
  count: z.int(),
  firstAt: z.optional(z.string()),
  lastAt: z.optional(z.string()),
});
export type ShootEvent = z.infer<typeof shootEventSchema>;

/** Who wrote which fields last: managedFields, reduced to the names of the topmost fields. */
const fieldManagerSchema = z.object({
  manager: z.string(),
  /** `Apply` or `Update`. */
  operation: z.optional(z.string()),
  subresource: z.optional(z.string()),
  at: z.optional(z.string()),
  fields: z.array(z.string()),
  /** How many more fields there are than are named. */
  more: z.int(),
});
export type FieldManager = z.infer<typeof fieldManagerSchema>;

/** GET /api/clusters/{project}/{name}/activity: read live with the user's own credential. */
export const activitySchema = z.object({
  uid: z.optional(z.string()),
  readAt: z.string(),
  events: z.array(shootEventSchema),
  /** Why there are no events: the user may not read them, or they could not be read. */
  eventsUnread: z.optional(z.enum(["forbidden", "failed"])),
  managers: z.array(fieldManagerSchema),
});
export type Activity = z.infer<typeof activitySchema>;
