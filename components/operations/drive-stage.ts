import type { QueryClient } from "@tanstack/react-query";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { changeStagedRun, stagedRunsKey, stagedRunsQuery } from "#components/data/queries/staged-run-queries.ts";
import { ownerKeyOfBulkRuns } from "#components/data/storage/start-bulk.ts";
import { createStateStore, type ReadableStore } from "#components/ui/state/store.ts";
import type { BulkRun, PreviewDigest } from "#lib/act/bulk/bulk-run.ts";
import type { StagedRun, StagedRunChange } from "#lib/contract/staged/staged-runs.ts";
import { text } from "#lib/language/text.ts";
import { bulkRunOfStage, isStoredAtOnce, progressOf } from "#lib/staged-runs/bulk-run-of-stage.ts";
import { isNextStageOpen } from "#lib/staged-runs/stage-gate.ts";
import { bulkErrorOf } from "./bulk-error.ts";
import { createBulkRunDependencies } from "./create-bulk-run-dependencies.ts";
import { keepLooking } from "./driven-runs.ts";
import { isBulkRunOver } from "./execute-run-until-over.ts";
import { createRunDriver, type RunDriver } from "./run-driver.ts";
import { observationOf } from "./use-gate-conditions.ts";

const kept = createStateStore<ReadonlyMap<string, RunDriver>>(new Map());
/** The stages that this tab drives, by the id of their run. */
export const stageDriversOfTab: ReadableStore<ReadonlyMap<string, RunDriver>> = kept;

/** Ids of the runs that this tab drives, or begins to. */
const begun = new Set<string>();

/** Id of this tab, which the garden stores while it drives a run. */
const tab = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join("");

/** How often what was seen is stored, and how often the tab says that it is still there, in milliseconds. */
const storeEveryMs = 5_000;
const sayEveryMs = 20_000;

/** Digest of what an act would do, as short as the garden keeps it. */
export async function substanceDigest({ substance }: Pick<PreviewDigest, "substance">): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(substance)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Place {
  readonly project: string;
  readonly id: string;
}

/**
 * Drives the next stages of a run with the rights of whoever is signed in, as long as their gates are open.
 * @returns why it could not begin, or why it stopped
 */
export async function continueRun(
  { project, id }: Place,
  client: QueryClient,
  how: "resume" | "retry-failed" = "resume",
): Promise<string | undefined> {
  // At once, and not when the stage is driven: of two presses of a button, only the first begins.
  if (begun.has(id)) return undefined;
  begun.add(id);
  const about = { project, id };
  try {
    const owner = ownerKeyOfBulkRuns(await client.ensureQueryData(sessionQuery));
    let shown = (await changeStagedRun({ ...about, kind: "drive", tab })).run;
    let first: typeof how = how;
    try {
      while (shown !== undefined && shown.run.status === "going") {
        const { run } = shown;
        if (shown.hidden > 0) return text("You do not see every cluster of this run, so you cannot drive it.");
        const isOpen = run.clusters.some(({ stage, phase }) => stage === run.current && !over.has(phase));
        if (isOpen || first === "retry-failed") await driveStage(run, { project, owner, client, how: first });
        first = "resume";
        // Read again, because the stage has changed meanwhile.
        const { runs } = await client.fetchQuery({ ...stagedRunsQuery(project), staleTime: 0 });
        const latest = runs.find((each) => each.run.id === id)?.run;
        const observation = observationOf(client.getQueryData(fleetQuery.queryKey), Date.now());
        if (latest?.status !== "going" || !isNextStageOpen(latest, observation)) break;
        shown = await beginNext({ ...about, kind: "begin", tab, stage: run.current + 1 });
      }
    } finally {
      await changeStagedRun({ ...about, kind: "release", tab });
    }
    return undefined;
  } catch (error) {
    return bulkErrorOf(error).detail;
  } finally {
    begun.delete(id);
    void client.invalidateQueries({ queryKey: stagedRunsKey });
  }
}

/** Begins the next stage; undefined while its gate is not open, which the page says. */
async function beginNext(change: Extract<StagedRunChange, { readonly kind: "begin" }>) {
  try {
    return (await changeStagedRun(change)).run;
  } catch (error) {
    if (bulkErrorOf(error).reason === "conflict") return undefined;
    throw error;
  }
}

const over: ReadonlySet<string> = new Set(["succeeded", "planned", "failed", "excluded", "skipped"]);

interface Driving {
  readonly project: string;
  readonly owner: string;
  readonly client: QueryClient;
  readonly how: "resume" | "retry-failed";
}

/** Drives the current stage as a bulk run, which is stored in the garden. Resolves when it is over or paused. */
async function driveStage(run: StagedRun, { project, owner, client, how }: Driving): Promise<void> {
  const start = bulkRunOfStage(run, owner);
  if (start === undefined) throw new Error("The stored run has a form that this page does not know.");
  const { id } = run;
  const storage = createStageStorage(start, { project, id });
  const ports = createBulkRunDependencies(client);
  const driver = createRunDriver(start, {
    ...ports,
    async preview(intent, cluster) {
      const previewed = await ports.preview(intent, cluster);
      if (!previewed.ok) return previewed;
      const { act, digest } = previewed.value;
      return { ok: true, value: { act, digest: { ...digest, substance: await substanceDigest(digest) } } };
    },
    store: storage.store,
    describeStoreError: () => text("The project could not write down where the run is, so nothing more is sent."),
  });
  kept.set(new Map(kept.get()).set(id, driver));
  const stopLooking = keepLooking(driver, client);
  const timer = setInterval(() => void storage.flush().catch(() => undefined), storeEveryMs);
  driver.dispatch({ type: "adopted" });
  driver.dispatch({ type: how });
  try {
    await untilAtRest(driver);
    await driver.written();
    await storage.flush();
  } finally {
    clearInterval(timer);
    stopLooking();
    kept.set(new Map([...kept.get()].filter(([each]) => each !== id)));
  }
}

/** Resolves when a run is over, or is paused and nothing that was sent is open. */
function untilAtRest(driver: RunDriver): Promise<void> {
  return new Promise((resolve) => {
    const stop = driver.subscribe(check);
    function check() {
      const run = driver.run();
      const waits = run.clusters.some(({ phase }) => phase === "sending" || phase === "sent" || phase === "previewing");
      if (!isBulkRunOver(run) && (run.status !== "paused" || waits)) return;
      stop();
      resolve();
    }
    check();
  });
}

/** Stores in the garden what differs: at once before a request and after one that was refused, and else every few seconds. */
function createStageStorage(start: BulkRun, about: Place) {
  let stored = start;
  let latest = start;
  let saidAt = Date.now();
  let turn: Promise<void> = Promise.resolve();
  const flushOnce = async () => {
    const next = latest;
    const clusters = progressOf(next, stored);
    if (clusters.length === 0 && Date.now() - saidAt < sayEveryMs) return;
    await changeStagedRun({ ...about, kind: "progress", tab, clusters: [...clusters] });
    saidAt = Date.now();
    stored = next;
  };
  const flush = () => {
    turn = turn.catch(() => undefined).then(flushOnce);
    return turn;
  };
  const store = async (after: BulkRun, before: BulkRun | undefined) => {
    latest = after;
    if (isStoredAtOnce(after, before)) await flush();
  };
  return { store, flush };
}
