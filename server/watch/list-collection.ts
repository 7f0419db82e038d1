import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import type { ListOptions } from "#server/garden/garden-client.ts";
import { badAnswer, GardenError } from "#server/garden/garden-error.ts";
import { type Clock, orAborted } from "./clock.ts";
import type { CollectionTransport } from "./collection-transport.ts";
import { decodeObject, isVersion } from "./decode.ts";
import type { WritableMirror } from "./mirror.ts";
import type { Held } from "./packed.ts";
import { excessOfPlaceholder } from "./placeholder.ts";
import { count, type WatchCounters } from "./watch-counters.ts";
import { isOlder } from "./watch-position.ts";

interface ListCollectionOptions<Item extends KubeObject> {
  readonly transport: CollectionTransport;
  readonly resource: KubeResource;
  /** Holds the objects until all are there. */
  readonly mirror: Pick<WritableMirror<Item>, "hold">;
  /** Nothing older than this may be listed: a collection must not go back in time. */
  readonly notOlderThan: string | undefined;
  readonly clock: Clock;
  readonly counters: WatchCounters;
  readonly stop: AbortSignal;
  /** A page came. */
  readonly onHeard: () => void;
}

export interface ListedCollection<Item extends KubeObject> {
  readonly objects: readonly Held<Item>[];
  readonly version: string;
}

const pageSize = 500;
const itemsPerTurn = 100;
/** A million objects; a garden that still has more to say repeats itself. */
const maxPages = 2_000;

/**
 * Every page of a collection. Always in pages, because one answer with everything would stop the process while it is
 * parsed; so a version is asked for with NotOlderThan: a limit alone would make the garden take it for that very version.
 */
export async function listCollection<Item extends KubeObject>(
  options: ListCollectionOptions<Item>,
): Promise<ListedCollection<Item>> {
  const { transport, notOlderThan, stop, onHeard } = options;
  const objects = new Map<string, Held<Item>>();
  let version: string | undefined;
  let next: string | undefined;
  const ask = (query: ListOptions) => {
    const answer = transport.list({ limit: pageSize, ...query, signal: stop });
    // Nobody may wait for it any more when it fails.
    answer.catch(() => undefined);
    return answer;
  };
  let coming = ask(floorQuery(notOlderThan));
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await orAborted(coming, stop);
    onHeard();
    version ??= answer.resourceVersion;
    const isLast = answer.continue === undefined || answer.continue === next;
    // The garden makes the next page while this one is taken in.
    if (!isLast) coming = ask({ continue: answer.continue });
    await takeItems(answer.items, objects, options);
    if (answer.continue === undefined)
      return { objects: [...objects.values()], version: checked(version, notOlderThan) };
    if (isLast) break;
    next = answer.continue;
  }
  throw badAnswer("The garden's list does not end");
}

function floorQuery(version: string | undefined) {
  return version === undefined ? {} : ({ resourceVersion: version, resourceVersionMatch: "NotOlderThan" } as const);
}

async function takeItems<Item extends KubeObject>(
  items: readonly unknown[],
  objects: Map<string, Held<Item>>,
  { resource, counters, clock, stop, mirror }: ListCollectionOptions<Item>,
): Promise<void> {
  for (const [at, item] of items.entries()) {
    const object = decodeObject<Item>(item, resource);
    if (typeof object === "string") count(counters.malformed, object);
    else objects.set(object.metadata.uid, mirror.hold(object));
    if (typeof object === "object" && excessOfPlaceholder(object)) count(counters.malformed, "too-large");
    if ((at + 1) % itemsPerTurn === 0) await orAborted(clock.yieldToLoop(), stop);
  }
}

function checked(version: string | undefined, notOlderThan: string | undefined): string {
  if (!isVersion(version)) throw badAnswer("The garden's list has no resourceVersion");
  if (notOlderThan !== undefined && isOlder(version, notOlderThan)) {
    throw new GardenError({ reason: "version-too-large", message: "The garden's list is older than what is held" });
  }
  return version;
}
