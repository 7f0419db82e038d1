import * as z from "zod/mini";

/** Calendar feed that other programs read by its secret address. */
export const feedSchema = z.object({
  /** Identifies the feed without giving access to it. */
  id: z.string(),
  name: z.string(),
  /** View that the feed shows: a query of the calendar page. */
  query: z.string(),
  /** Whether events carry reminders. */
  alarms: z.boolean(),
  createdAt: z.string(),
  /** Accurate to five minutes; absent when it was never fetched. */
  lastFetchedAt: z.optional(z.string()),
});
export type Feed = z.infer<typeof feedSchema>;

/** GET /api/feeds: the caller's own feeds. */
export const feedsSchema = z.object({
  feeds: z.array(feedSchema),
  /** Why this garden cannot store feeds; calendars can then only be downloaded. */
  unavailable: z.optional(z.string()),
});
export type Feeds = z.infer<typeof feedsSchema>;

const view = z
  .string()
  .check(z.maxLength(1900), z.regex(/^(\?[\x21-\x7e]*)?$/, "must be empty or a query such as ?k8s=1.33.*"));

/** POST /api/feeds. */
export const createFeedRequestSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  query: view,
  alarms: z.boolean(),
});
export type CreateFeedRequest = z.infer<typeof createFeedRequestSchema>;

/** The only answer that contains the token. */
export const createFeedResponseSchema = z.object({ feed: feedSchema, token: z.string() });
export type CreateFeedResponse = z.infer<typeof createFeedResponseSchema>;
