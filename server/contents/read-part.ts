import "server-only";
import type { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { CollectionTarget } from "#lib/kube/paths.ts";
import type { ContentsPart, UnreadReason } from "#lib/policy/readiness/contents/cluster-contents.ts";
import type { GardenClient, ListPage } from "#server/garden/garden-client.ts";
import { GardenError, type GardenErrorReason, isAnswerTooLarge, toGardenError } from "#server/garden/garden-error.ts";
import type { LookBudget } from "./look-budget.ts";

/** One look inside a cluster, while it is made. */
export interface Look {
  readonly client: GardenClient;
  readonly signal: AbortSignal;
  readonly calls: ConcurrencyLimit;
  readonly budget: LookBudget;
}

/** A list of the Shoot's API, and how to read it. */
export interface PartTarget extends CollectionTarget {
  /** Items per page. */
  readonly limit: number;
  readonly labelSelector?: string;
  /** Whether the objects' metadata is enough. */
  readonly isMetadataOnly?: boolean;
}

/** Facts of one object; undefined for a malformed one. */
export type ParseObject<Item> = (value: unknown) => readonly Item[] | undefined;

/** Maximum size of a page. A page is dropped once its facts are known. */
const maxPageBytes = 16 * 1024 * 1024;
/** Longest list of a cluster's objects of one kind that is read. */
const maxObjects = 20_000;

/** Reads a part of a cluster page by page, as far as the budget allows. */
export async function readPart<Item>(
  look: Look,
  target: PartTarget,
  parse: ParseObject<Item>,
): Promise<ContentsPart<Item>> {
  const items: Item[] = [];
  let [unreadable, objects] = [0, 0];
  let next: string | undefined;
  let which: "first" | "further" = "first";
  const read = (isComplete: boolean) => ({ state: "read", items, isComplete, unreadable }) as const;
  do {
    if (!look.budget.takeRequest(which)) return which === "first" ? { state: "unread", why: "too-large" } : read(false);
    let page: ListPage;
    try {
      page = await readPage(look, target, next);
    } catch (error) {
      if (!(error instanceof GardenError)) throw error;
      // What earlier pages held is true, even if the rest can no longer be read.
      return which === "first" ? { state: "unread", why: unreadReasonOf(error) } : read(false);
    }
    for (const value of page.items) {
      objects += 1;
      const found = objects > maxObjects ? undefined : parse(value);
      if (objects > maxObjects || (found !== undefined && !look.budget.takeFact(found))) return read(false);
      if (found === undefined) unreadable += 1;
      else items.push(...found);
    }
    next = page.continue;
    which = "further";
  } while (next !== undefined);
  return read(true);
}

function readPage({ client, calls, signal }: Look, target: PartTarget, next: string | undefined): Promise<ListPage> {
  const { limit, labelSelector, isMetadataOnly = false, ...collection } = target;
  const options = { limit, labelSelector, continue: next, signal, once: true, limitBytes: maxPageBytes };
  const read = () => (isMetadataOnly ? client.listMetadata(collection, options) : client.listPage(collection, options));
  return calls.run(read, signal).catch((error: unknown) => {
    // A request that still waits for its turn when the time is over was never sent.
    throw signal.aborted ? toGardenError(error, { aborted: true, timedOut: false }) : error;
  });
}

const unreadReasons: Partial<Readonly<Record<GardenErrorReason, UnreadReason>>> = {
  unauthorized: "forbidden",
  forbidden: "forbidden",
  "not-found": "not-served",
  "method-not-allowed": "not-served",
  timeout: "timed-out",
  aborted: "timed-out",
  unreachable: "unreachable",
  unavailable: "unreachable",
  "too-many-requests": "unreachable",
  internal: "unreachable",
};

/** Why a part could not be read. */
export function unreadReasonOf(error: GardenError): UnreadReason {
  return isAnswerTooLarge(error) ? "too-large" : (unreadReasons[error.reason] ?? "unreadable");
}
