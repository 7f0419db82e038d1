import * as z from "zod/mini";

/** Calendar feed that calendar programs read by its secret address. */
export const calendarFeedSchema = z.object({
  /** Id of the feed. Knowing it gives no access to the feed. */
  id: z.string(),
  name: z.string(),
  /** Query of the calendar page whose events the feed contains. */
  query: z.string(),
  /** Whether the feed's events contain reminders. */
  alarms: z.boolean(),
  createdAt: z.string(),
  /** Time at which the feed was last fetched, accurate to five minutes; absent if it was never fetched. */
  lastFetchedAt: z.optional(z.string()),
});
export type CalendarFeed = z.infer<typeof calendarFeedSchema>;

/** Response of GET /api/feeds: the calendar feeds of the signed-in user. */
export const calendarFeedsSchema = z.object({
  feeds: z.array(calendarFeedSchema),
  /** Reason why the garden cannot store calendar feeds; calendars can then only be downloaded. */
  unavailable: z.optional(z.string()),
});
export type CalendarFeeds = z.infer<typeof calendarFeedsSchema>;

const view = z
  .string()
  .check(z.maxLength(1900), z.regex(/^(\?[\x21-\x7e]*)?$/, "must be empty or a query such as ?k8s=1.33.*"));

/** Request of POST /api/feeds: creates a calendar feed. */
export const createFeedRequestSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  query: view,
  alarms: z.boolean(),
});
export type CreateFeedRequest = z.infer<typeof createFeedRequestSchema>;

/** Response with a new calendar feed and its secret token. No other response contains the token. */
export const createFeedResponseSchema = z.object({ feed: calendarFeedSchema, token: z.string() });
export type CreateFeedResponse = z.infer<typeof createFeedResponseSchema>;
