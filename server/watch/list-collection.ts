import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import type { ListOptions } from "#server/garden/garden-client.ts";
import { GardenError, invalidResponseError } from "#server/garden/garden-error.ts";
import { rejectOnAbort, type ServerClock } from "./clock.ts";
import type { CollectionTransport } from "./collection-transport.ts";
import { decodeObject, isVersion } from "./decode.ts";
import type { WritableObjectCache } from "./object-cache.ts";
import type { CachedObject } from "./packed-object.ts";
import { excessOfPlaceholder } from "./placeholder.ts";
import { incrementCounter, type WatchCounters } from "./watch-counters.ts";
import { isOlder } from "./watch-position.ts";

interface ListCollectionOptions<Item extends KubeObject> {
  readonly transport: CollectionTransport;
  readonly resource: KubeResource;
  /** Converts listed objects to the form in which the object cache stores them. */
  readonly mirror: Pick<WritableObjectCache<Item>, "hold">;
  /** Minimum resource version of the list, so that objects are not replaced by older ones. */
  readonly notOlderThan: string | undefined;
  readonly clock: ServerClock;
  readonly counters: WatchCounters;
  readonly stop: AbortSignal;
  /** Called when a page was received. */
  readonly onHeard: () => void;
}

export interface ListedCollection<Item extends KubeObject> {
  readonly objects: readonly CachedObject<Item>[];
  readonly version: string;
}

const pageSize = 500;
const itemsPerTurn = 100;
/** Maximum of pages: a million objects. An API server that sends more repeats itself. */
const maxPages = 2_000;

/**
 * Lists all objects of a resource in pages, because parsing a single response would block the process.
 * `resourceVersionMatch` is NotOlderThan, since a version with a limit would otherwise mean exactly that version.
 */
export async function listCollection<Item extends KubeObject>(
  options: ListCollectionOptions<Item>,
): Promise<ListedCollection<Item>> {
  const { transport, notOlderThan, stop, onHeard } = options;
  const objects = new Map<string, CachedObject<Item>>();
  let version: string | undefined;
  let next: string | undefined;
  const ask = (query: ListOptions) => {
    const answer = transport.list({ limit: pageSize, ...query, signal: stop });
    // Prevents an unhandled rejection, since the request may fail after the caller has stopped waiting.
    answer.catch(() => undefined);
    return answer;
  };
  let coming = ask(floorQuery(notOlderThan));
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await rejectOnAbort(coming, stop);
    onHeard();
    version ??= answer.resourceVersion;
    const isLast = answer.continue === undefined || answer.continue === next;
    // Requests the next page while this one is processed.
    if (!isLast) coming = ask({ continue: answer.continue });
    await takeItems(answer.items, objects, options);
    if (answer.continue === undefined)
      return { objects: [...objects.values()], version: checked(version, notOlderThan) };
    if (isLast) break;
    next = answer.continue;
  }
  throw invalidResponseError("The garden's list does not end");
}

function floorQuery(version: string | undefined) {
  return version === undefined ? {} : ({ resourceVersion: version, resourceVersionMatch: "NotOlderThan" } as const);
}

async function takeItems<Item extends KubeObject>(
  items: readonly unknown[],
  objects: Map<string, CachedObject<Item>>,
  { resource, counters, clock, stop, mirror }: ListCollectionOptions<Item>,
): Promise<void> {
  for (const [at, item] of items.entries()) {
    const object = decodeObject<Item>(item, resource);
    if (typeof object === "string") incrementCounter(counters.malformed, object);
    else objects.set(object.metadata.uid, mirror.hold(object));
    if (typeof object === "object" && excessOfPlaceholder(object)) incrementCounter(counters.malformed, "too-large");
    if ((at + 1) % itemsPerTurn === 0) await rejectOnAbort(clock.yieldToLoop(), stop);
  }
}

function checked(version: string | undefined, notOlderThan: string | undefined): string {
  if (!isVersion(version)) throw invalidResponseError("The garden's list has no resourceVersion");
  if (notOlderThan !== undefined && isOlder(version, notOlderThan)) {
    throw new GardenError({ reason: "version-too-large", message: "The garden's list is older than what is held" });
  }
  return version;
}
