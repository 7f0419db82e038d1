import "server-only";
import { z } from "zod";
import type { CalendarFeed } from "#lib/contract/feeds.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { parseStoredJson, type StoredLimits } from "#lib/kube/stored-json.ts";

/** State in which a calendar event was last published, by which changes and cancellations are detected. */
const publishedSchema = z.object({
  /** RFC 5545 SEQUENCE. */
  sequence: z.number(),
  /** Digest of the event's title, times and description. */
  digest: z.string(),
  /** When the published event last changed, in epoch milliseconds. */
  modifiedAt: z.number(),
  cancelledAt: z.number().optional(),
  startAt: z.number(),
  /** End of the event, in epoch milliseconds; absent for daily repetitions. */
  overAt: z.number().optional(),
});
export type PublishedEventState = z.infer<typeof publishedSchema>;
export type PublishedEvents = Readonly<Record<string, PublishedEventState>>;

const recordSchema = z.object({
  secretHash: z.string(),
  /** The user who created the feed, whose permissions are checked at every fetch. */
  owner: z.object({ name: z.string(), groups: z.array(z.string()).readonly() }),
  name: z.string(),
  query: z.string(),
  alarms: z.boolean(),
  /** Language of the calendar's texts: that of the owner when the feed was created. */
  language: z.string().optional(),
  createdAt: z.string(),
  lastFetchedAt: z.string().optional(),
  published: z.record(z.string(), publishedSchema),
});

/** A calendar feed as stored in the garden. Only a hash of its secret is stored. */
export type FeedRecord = Readonly<z.infer<typeof recordSchema>> & { readonly id: string };

export interface StoredFeed {
  readonly record: FeedRecord;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** Maximum size of a stored feed, whose published state contains some hundred events. */
const mostKept: StoredLimits = { characters: 1_048_576, values: 60_000 };

const namePrefix = "almanac-feed-";

export function feedObjectName(id: string): string {
  return `${namePrefix}${id}`;
}

/** Data of a feed's ConfigMap: one key with JSON, so that each write replaces everything. */
export function formatFeedRecord({ id: _, ...kept }: FeedRecord): Readonly<Record<string, string>> {
  return { feed: JSON.stringify(kept) };
}

/** Parses a feed's ConfigMap; undefined when the format is unknown. */
export function parseStoredFeed(object: KubeObject): StoredFeed | undefined {
  const { name = "", uid, resourceVersion } = object.metadata;
  const text = stringAt(object, "data", "feed");
  if (!name.startsWith(namePrefix) || text === undefined || !uid || !resourceVersion) return undefined;
  const parsed = recordSchema.safeParse(parseStoredJson(text, mostKept));
  if (!parsed.success) return undefined;
  return { record: { id: name.slice(namePrefix.length), ...parsed.data }, uid, resourceVersion };
}

/** The properties of a feed that its owner is shown. */
export function toDisplayedFeed({ id, name, query, alarms, createdAt, lastFetchedAt }: FeedRecord): CalendarFeed {
  return { id, name, query, alarms, createdAt, ...(lastFetchedAt === undefined ? {} : { lastFetchedAt }) };
}
