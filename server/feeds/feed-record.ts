import "server-only";
import { z } from "zod";
import type { Feed } from "#lib/contract/feeds.ts";
import { textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { parseStored, type StoredLimits } from "#lib/kube/stored-json.ts";

/** What was last published of one event, so that calendars see what changed and what was taken back. */
const publishedSchema = z.object({
  /** RFC 5545 SEQUENCE. */
  sequence: z.number(),
  /** Digest of what the event said. */
  digest: z.string(),
  /** Epoch milliseconds. */
  modifiedAt: z.number(),
  cancelledAt: z.number().optional(),
  startAt: z.number(),
  /** When it is over; absent for what comes again every day. */
  overAt: z.number().optional(),
});
export type Published = z.infer<typeof publishedSchema>;
export type PublishedEvents = Readonly<Record<string, Published>>;

const recordSchema = z.object({
  secretHash: z.string(),
  /** Whose rights are asked about at every fetch: as the garden knew the creator when the feed was made. */
  owner: z.object({ name: z.string(), groups: z.array(z.string()).readonly() }),
  name: z.string(),
  query: z.string(),
  alarms: z.boolean(),
  /** In which language it speaks: that of its owner when it was made. */
  language: z.string().optional(),
  createdAt: z.string(),
  lastFetchedAt: z.string().optional(),
  published: z.record(z.string(), publishedSchema),
});

/** A feed as it is kept in the garden. The secret itself is kept nowhere. */
export type FeedRecord = Readonly<z.infer<typeof recordSchema>> & { readonly id: string };

export interface StoredFeed {
  readonly record: FeedRecord;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** What was published of each of some hundred events. */
const mostKept: StoredLimits = { characters: 1_048_576, values: 60_000 };

const namePrefix = "almanac-feed-";

export function feedObjectName(id: string): string {
  return `${namePrefix}${id}`;
}

/** The ConfigMap's data. One key with JSON, because the parts belong together. */
export function recordData({ id: _, ...kept }: FeedRecord): Readonly<Record<string, string>> {
  return { feed: JSON.stringify(kept) };
}

/** Undefined for a ConfigMap that is no feed of a build that we understand. */
export function storedFeed(object: KubeObject): StoredFeed | undefined {
  const { name = "", uid, resourceVersion } = object.metadata;
  const text = textAt(object, "data", "feed");
  if (!name.startsWith(namePrefix) || text === undefined || !uid || !resourceVersion) return undefined;
  const parsed = recordSchema.safeParse(parseStored(text, mostKept));
  if (!parsed.success) return undefined;
  return { record: { id: name.slice(namePrefix.length), ...parsed.data }, uid, resourceVersion };
}

/** What its owner may know of it. */
export function shownFeed({ id, name, query, alarms, createdAt, lastFetchedAt }: FeedRecord): Feed {
  return { id, name, query, alarms, createdAt, ...(lastFetchedAt === undefined ? {} : { lastFetchedAt }) };
}
