import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError, orReason } from "#server/garden/garden-error.ts";

interface Keeping {
  readonly client: GardenClient;
  readonly target: ObjectTarget;
  readonly signal?: AbortSignal | undefined;
  /** A larger one is refused as a bad answer. */
  readonly limitBytes?: number;
}

/** What is kept as a ConfigMap: where, and in which form. */
export interface BookPlace<Book> extends Keeping {
  /** What an object holds, or what there is before anybody has written; undefined for a form that this build does not know. */
  readonly read: (kept: KubeObject | undefined) => Book | undefined;
  /** Of an object that is there already, only the data that is named here and the labels are changed. */
  readonly write: (
    book: Book,
    before?: Book,
  ) => Pick<ObjectMeta, "labels" | "ownerReferences"> & { readonly data: Readonly<Record<string, string>> };
}

/** Several people may change it at once. A refused write has done nothing, so the change is applied to what stands there then. */
const mostAttempts = 12;
/** Between attempts, longer each time and by chance: replicas that met each other once do not meet again. */
const longestPauseMs = 20;

/** What one credential changes in one place in this process is changed in turn: only other replicas are met. */
const turns = new WeakMap<GardenClient, Map<string, Turn>>();

interface Turn {
  readonly limit: ConcurrencyLimit;
  waiting: number;
}

async function inTurn<Value>({ client, target, signal }: Keeping, work: () => Promise<Value>): Promise<Value> {
  const places = turns.get(client) ?? new Map<string, Turn>();
  turns.set(client, places);
  const key = `${target.namespace} ${target.name}`;
  const turn = places.get(key) ?? { limit: new ConcurrencyLimit(1), waiting: 0 };
  places.set(key, turn);
  turn.waiting += 1;
  try {
    return await turn.limit.run(work, signal);
  } finally {
    turn.waiting -= 1;
    if (turn.waiting === 0) places.delete(key);
  }
}

/**
 * Applies a change to what is kept, bound to the version that was read; a book that stays the same one is not written. `change`
 * throws where it cannot be applied. Rejects with a ProblemError where what is kept is of a form that is not known.
 */
export function changeBook<Book, Value>(
  place: BookPlace<Book>,
  change: (book: Book) => { readonly book: Book; readonly value: Value },
): Promise<Value> {
  return inTurn(place, async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await changeOnce(place, change);
      } catch (error) {
        const raced =
          error instanceof GardenError && (error.reason === "conflict" || error.reason === "already-exists");
        if (!raced || attempt >= mostAttempts) throw error;
        await pause(Math.random() * longestPauseMs * attempt, undefined, { signal: place.signal });
      }
    }
  });
}

async function changeOnce<Book, Value>(
  place: BookPlace<Book>,
  change: (book: Book) => { readonly book: Book; readonly value: Value },
): Promise<Value> {
  const { client, target, signal } = place;
  const kept = await findConfigMap(place);
  const before = place.read(kept);
  if (before === undefined) throw otherForm(target.name);
  const { book, value } = change(before);
  if (book === before) return value;
  if (kept === undefined) {
    const { name: _, ...collection } = target;
    await client.create(collection, configMapOf(place, book), { signal });
  } else {
    const { uid, resourceVersion = "" } = kept.metadata;
    const { labels, data } = place.write(book, before);
    await client.patch(target, { metadata: { uid, resourceVersion, ...(labels && { labels }) }, data }, { signal });
  }
  return value;
}

/** The object that holds a book. */
export function configMapOf<Book>({ target, write }: Pick<BookPlace<Book>, "target" | "write">, book: Book) {
  const { name, namespace = "" } = target;
  const { data, ...metadata } = write(book);
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace, ...metadata }, data };
}

/** Refuses to write over what a ConfigMap holds, and says what to do. */
export function otherForm(name: string): ProblemError {
  const detail = text(
    "What the ConfigMap {name} holds has a form that this Almanac does not know, or is too large. It is not written over: fix it with kubectl, or delete it and begin again.",
    { name },
  );
  return new ProblemError("conflict", { detail });
}

/** What is kept there; undefined for a form that this build does not know. */
export async function findBook<Book>(place: BookPlace<Book>): Promise<Book | undefined> {
  return place.read(await findConfigMap(place));
}

/** Undefined where nothing is kept yet. */
export async function findConfigMap({ client, target, signal, limitBytes }: Keeping): Promise<KubeObject | undefined> {
  const found = await orReason(client.get<KubeObject>(target, { signal, limitBytes }), "not-found");
  return found === "not-found" ? undefined : found.body;
}
