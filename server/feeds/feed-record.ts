import "server-only";
import { z } from "zod";
import type { Feed } from "#lib/contract/feeds.ts";
import { textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { parseStored, type StoredLimits } from "#lib/kube/stored-json.ts";

/** Last published state of one event, from which changes and cancellations are detected. */
const publishedSchema = z.object({
  /** RFC 5545 SEQUENCE. */
  sequence: z.number(),
  /** Digest of the event's content. */
  digest: z.string(),
  /** Epoch milliseconds. */
  modifiedAt: z.number(),
  cancelledAt: z.number().optional(),
  startAt: z.number(),
  /** End of the event; absent for daily repetitions. */
  overAt: z.number().optional(),
});
export type Published = z.infer<typeof publishedSchema>;
export type PublishedEvents = Readonly<Record<string, Published>>;

const recordSchema = z.object({
  secretHash: z.string(),
  /** The user whose permissions are checked at every fetch, as the garden identified them at creation. */
  owner: z.object({ name: z.string(), groups: z.array(z.string()).readonly() }),
  name: z.string(),
  query: z.string(),
  alarms: z.boolean(),
  /** Language of its texts: the owner's at creation. */
  language: z.string().optional(),
  createdAt: z.string(),
  lastFetchedAt: z.string().optional(),
  published: z.record(z.string(), publishedSchema),
});

/** A feed as stored in the garden. The secret itself is not stored. */
export type FeedRecord = Readonly<z.infer<typeof recordSchema>> & { readonly id: string };

export interface StoredFeed {
  readonly record: FeedRecord;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** Limits for the published state of some hundred events. */
const mostKept: StoredLimits = { characters: 1_048_576, values: 60_000 };

const namePrefix = "almanac-feed-";

export function feedObjectName(id: string): string {
  return `${namePrefix}${id}`;
}

/** Data of the ConfigMap: one key with JSON, so that it is written as a whole. */
export function recordData({ id: _, ...kept }: FeedRecord): Readonly<Record<string, string>> {
  return { feed: JSON.stringify(kept) };
}

/** Parses a ConfigMap; undefined when it is not a feed in a known format. */
export function storedFeed(object: KubeObject): StoredFeed | undefined {
  const { name = "", uid, resourceVersion } = object.metadata;
  const text = textAt(object, "data", "feed");
  if (!name.startsWith(namePrefix) || text === undefined || !uid || !resourceVersion) return undefined;
  const parsed = recordSchema.safeParse(parseStored(text, mostKept));
  if (!parsed.success) return undefined;
  return { record: { id: name.slice(namePrefix.length), ...parsed.data }, uid, resourceVersion };
}

/** The properties of a feed that its owner is shown. */
export function shownFeed({ id, name, query, alarms, createdAt, lastFetchedAt }: FeedRecord): Feed {
  return { id, name, query, alarms, createdAt, ...(lastFetchedAt === undefined ? {} : { lastFetchedAt }) };
}
