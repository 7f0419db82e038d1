import { type BulkCluster, type BulkRun, bulkClusterSchema, bulkRunSchema } from "#lib/act/bulk/bulk-run.ts";
import { storageKeyInGarden } from "../address/garden-here.ts";

// This database stores bulk runs in the browser: what was confirmed, sent and observed, but no credentials.
const databaseName = "almanac-bulk-runs";
const channelName = "almanac-bulk-runs";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(storageKeyInGarden(databaseName), 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("runs");
      request.result.createObjectStore("clusters");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another tab holds the store of an older version."));
  });
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Stores a run and its changed clusters. Its requests may be sent only after the returned promise has resolved. */
export async function saveRun(run: BulkRun, before?: BulkRun): Promise<void> {
  const transaction = (await database()).transaction(["runs", "clusters"], "readwrite", { durability: "strict" });
  const { clusters, ...header } = run;
  transaction.objectStore("runs").put(header, run.id);
  const store = transaction.objectStore("clusters");
  clusters.forEach((cluster, index) => {
    if (cluster !== before?.clusters[index]) store.put(cluster, [run.id, index]);
  });
  await done(transaction);
  announce(run.id);
}

/** Returns a bulk run; undefined if this browser has no such run, or one stored by another version of Almanac. */
export async function loadRun(id: string): Promise<BulkRun | undefined> {
  const transaction = (await database()).transaction(["runs", "clusters"]);
  const [header, clusters]: [unknown, unknown[]] = await Promise.all([
    answerOf(transaction.objectStore("runs").get(id)),
    answerOf(transaction.objectStore("clusters").getAll(keysOf(id))),
  ]);
  if (header === undefined) return undefined;
  const known: BulkCluster[] = [];
  for (const cluster of clusters) {
    const parsed = bulkClusterSchema.safeParse(cluster);
    if (!parsed.success) return undefined;
    known.push(parsed.data);
  }
  const parsed = bulkRunSchema.safeParse(Object.assign({}, header, { clusters: known }));
  return parsed.success ? parsed.data : undefined;
}

/** Returns the bulk runs of one owner, latest first. */
export async function listRuns(owner: string): Promise<readonly BulkRun[]> {
  const transaction = (await database()).transaction("runs");
  const ids = await answerOf(transaction.objectStore("runs").getAllKeys());
  const runs = await Promise.all(ids.map((id) => loadRun(String(id))));
  return runs
    .flatMap((run) => (run?.owner === owner ? [run] : []))
    .sort((left, right) => right.createdAt - left.createdAt);
}

export async function removeRun(id: string): Promise<void> {
  const transaction = (await database()).transaction(["runs", "clusters"], "readwrite");
  transaction.objectStore("runs").delete(id);
  transaction.objectStore("clusters").delete(keysOf(id));
  await done(transaction);
  announce(id);
}

const draftsStayMs = 24 * 3_600_000;
const runsStayMs = 60 * 24 * 3_600_000;

/** Removes unconfirmed plans after a day and finished runs after sixty. */
export async function forgetOldRuns(owner: string, nowMs: number): Promise<void> {
  const runs = await listRuns(owner);
  const old = runs.filter(({ status, createdAt, endedAt }) =>
    status === "draft" ? nowMs - createdAt > draftsStayMs : endedAt !== undefined && nowMs - endedAt > runsStayMs,
  );
  await Promise.all(old.map(({ id }) => removeRun(id)));
}

function keysOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

/** Tells all tabs, including this one, which run was written or removed. */
function announce(id: string): void {
  const channel = new BroadcastChannel(storageKeyInGarden(channelName));
  channel.postMessage(id);
  channel.close();
}

/** Subscribes to bulk runs that any tab has written or removed. @returns a function that unsubscribes */
export function subscribeToRuns(listener: (id: string) => void): () => void {
  const channel = new BroadcastChannel(storageKeyInGarden(channelName));
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") listener(data);
  };
  return () => channel.close();
}
