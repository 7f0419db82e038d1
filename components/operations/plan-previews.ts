import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { describeBulkError, effectOfPreviewError } from "#lib/act/bulk/bulk-error-effect.ts";
import { type BulkCluster, type BulkIntent, type BulkRun, isIntentOpen } from "#lib/act/bulk/bulk-run.ts";
import { type BulkPlanEntry, bulkPlanEntryOf } from "#lib/act/bulk/plan-run.ts";
import { destinationOfMove, isSeedMove } from "#lib/act/plan/move-seed-act.ts";
import { bulkErrorOf } from "./bulk-error.ts";
import { type BulkRunDependencies, createBulkRunDependencies } from "./create-bulk-run-dependencies.ts";

const atOnce = 3;

interface Previews {
  readonly entries: ReadonlyMap<string, BulkPlanEntry>;
  /** Message of the error that stopped the previews. */
  readonly fault: string | undefined;
  /** Requests the previews that are missing or have failed. */
  readonly goOn: () => void;
}

/** Requests the preview of every cluster in a plan, a few at a time. If the server limits the rate, it waits. */
export function usePlanPreviews(run: BulkRun): Previews {
  const client = useQueryClient();
  const [entries, setEntries] = useState<ReadonlyMap<string, BulkPlanEntry>>(new Map());
  const [fault, setFault] = useState<string>();
  const [round, setRound] = useState(0);
  const previewed = useRef<BulkIntent>(undefined);
  const { clusters, intent } = run;
  const ready = !isIntentOpen(intent);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again about what is open.
  useEffect(() => {
    if (!ready) return;
    const leaving = new AbortController();
    setFault(undefined);
    // Another intent has other previews, even after an interrupted round.
    const known = previewed.current === intent ? entries : new Map<string, BulkPlanEntry>();
    previewed.current = intent;
    setEntries(known);
    const queue = clusters.filter(({ uid }) => !known.has(uid));
    const ports = createBulkRunDependencies(client, destinationsOf(known));
    void previewAll({ queue, intent, ports, signal: leaving.signal }, (uid, entry) =>
      setEntries((held) => new Map(held).set(uid, entry)),
    ).then(setFault);
    return () => leaving.abort();
  }, [client, clusters, intent, ready, round]);

  return { entries, fault, goOn: () => setRound((before) => before + 1) };
}

/** Destinations of the moves that are planned already, by the uid of the cluster. */
function destinationsOf(entries: ReadonlyMap<string, BulkPlanEntry>): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const [uid, entry] of entries) {
    const seed = entry.kind === "eligible" && isSeedMove(entry.act) ? destinationOfMove(entry.act) : undefined;
    if (seed !== undefined) chosen.set(uid, seed);
  }
  return chosen;
}

interface Work {
  readonly queue: BulkCluster[];
  readonly intent: BulkIntent;
  readonly ports: BulkRunDependencies;
  readonly signal: AbortSignal;
}

/** Requests all missing previews; returns the message of the error that stopped them, if any. */
async function previewAll(work: Work, found: (uid: string, entry: BulkPlanEntry) => void): Promise<string | undefined> {
  const faults = await Promise.all(Array.from({ length: atOnce }, () => previewNext(work, found)));
  return faults.find((fault) => fault !== undefined);
}

async function previewNext(
  work: Work,
  found: (uid: string, entry: BulkPlanEntry) => void,
): Promise<string | undefined> {
  for (;;) {
    const cluster = work.signal.aborted ? undefined : work.queue.shift();
    if (cluster === undefined) return undefined;
    const outcome = await previewOne(cluster, work);
    if (work.signal.aborted) return undefined;
    if ("entry" in outcome) found(cluster.uid, outcome.entry);
    else if ("waitMs" in outcome) {
      work.queue.unshift(cluster);
      await pause(outcome.waitMs, work.signal);
    } else {
      work.queue.length = 0;
      return outcome.fault;
    }
  }
}

type Outcome = { readonly entry: BulkPlanEntry } | { readonly waitMs: number } | { readonly fault: string };

async function previewOne(cluster: BulkCluster, { intent, ports }: Work): Promise<Outcome> {
  try {
    const previewed = await ports.preview(intent, cluster);
    if (!previewed.ok) return { entry: { kind: "excluded", reason: previewed.error } };
    return { entry: bulkPlanEntryOf(previewed.value, cluster, ports.rowOf(cluster.uid)) };
  } catch (error) {
    const fault = bulkErrorOf(error);
    const effect = effectOfPreviewError(fault);
    if (effect.kind === "wait") return { waitMs: effect.ms };
    return effect.kind === "pause"
      ? { fault: describeBulkError(fault) }
      : { entry: { kind: "excluded", reason: describeBulkError(fault) } };
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
