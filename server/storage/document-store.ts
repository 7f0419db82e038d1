import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { KeyedConcurrencyLimit } from "#lib/keyed-concurrency-limit.ts";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError, resultOrReason } from "#server/garden/garden-error.ts";

interface Keeping {
  readonly client: GardenClient;
  readonly target: ObjectTarget;
  readonly signal?: AbortSignal | undefined;
  /** Maximum size; a larger object is refused as an invalid response. */
  readonly limitBytes?: number;
}

/** Where a value (a book) is stored in a ConfigMap, and how it is converted to and from the ConfigMap's data. */
export interface DocumentStore<Book> extends Keeping {
  /** Parses a ConfigMap, or returns the initial value when there is none; undefined for an unknown format. */
  readonly read: (kept: KubeObject | undefined) => Book | undefined;
  /** Returns data keys and labels for a value; other ones of an existing ConfigMap are not changed. */
  readonly write: (
    book: Book,
    before?: Book,
  ) => Pick<ObjectMeta, "labels" | "ownerReferences"> & { readonly data: Readonly<Record<string, string>> };
}

/** Maximum of attempts to write. After a conflict with another writer, the change is applied to the new state. */
const mostAttempts = 12;
/** Maximum random pause before the second attempt; it grows, so that replicas do not conflict repeatedly. */
const longestPauseMs = 20;

/** Lets changes of the same object in this process wait for each other, so that only other replicas cause conflicts. */
const turns = new WeakMap<GardenClient, KeyedConcurrencyLimit>();

function inTurn<Value>({ client, target, signal }: Keeping, work: () => Promise<Value>): Promise<Value> {
  const limit = turns.get(client) ?? new KeyedConcurrencyLimit(1);
  turns.set(client, limit);
  return limit.run(`${target.namespace} ${target.name}`, work, signal);
}

/**
 * Changes a stored value. After a conflict, `change` is applied to the new state; if it returns the same object,
 * nothing is written. Rejects with a ProblemError if the stored format is unknown.
 */
export function updateDocument<Book, Value>(
  place: DocumentStore<Book>,
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
  place: DocumentStore<Book>,
  change: (book: Book) => { readonly book: Book; readonly value: Value },
): Promise<Value> {
  const { client, target, signal } = place;
  const kept = await findConfigMap(place);
  const before = place.read(kept);
  if (before === undefined) throw unknownFormatProblem(target.name);
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

/** The complete ConfigMap for a value. */
export function configMapOf<Book>({ target, write }: Pick<DocumentStore<Book>, "target" | "write">, book: Book) {
  const { name, namespace = "" } = target;
  const { data, ...metadata } = write(book);
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace, ...metadata }, data };
}

/** The error for a ConfigMap in an unknown format, which must not be overwritten. */
export function unknownFormatProblem(name: string): ProblemError {
  const detail = text(
    "What the ConfigMap {name} holds has a form that this Almanac does not know, or is too large. It is not written over: fix it with kubectl, or delete it and begin again.",
    { name },
  );
  return new ProblemError("conflict", { detail });
}

/** Reads a stored value; undefined for an unknown format. */
export async function findDocument<Book>(place: DocumentStore<Book>): Promise<Book | undefined> {
  return place.read(await findConfigMap(place));
}

/** Reads the version of a stored value, and nothing of its content; undefined when nothing is stored. */
export async function findDocumentVersion({ client, target, signal }: Keeping): Promise<string | undefined> {
  const found = await resultOrReason(client.getMetadata(target, { signal }), "not-found");
  return found === "not-found" ? undefined : found.body.metadata.resourceVersion;
}

/** Reads a ConfigMap; undefined when it does not exist. */
export async function findConfigMap({ client, target, signal, limitBytes }: Keeping): Promise<KubeObject | undefined> {
  const found = await resultOrReason(client.get<KubeObject>(target, { signal, limitBytes }), "not-found");
  return found === "not-found" ? undefined : found.body;
}
