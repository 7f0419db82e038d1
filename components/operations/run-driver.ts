import { createStateStore } from "#components/ui/state/store.ts";
import { advanceBulkRun } from "#lib/act/bulk/advance-bulk-run.ts";
import type { BulkCommand, BulkEvent } from "#lib/act/bulk/bulk-event.ts";
import type { BulkCluster, BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { text } from "#lib/language/text.ts";
import { bulkErrorOf } from "./bulk-error.ts";
import type { BulkRunDependencies } from "./create-bulk-run-dependencies.ts";

export interface RunDriver {
  readonly run: () => BulkRun;
  readonly dispatch: (event: BulkEvent) => void;
  /** Observes the current rows of the fleet and the time, and continues the run accordingly. */
  readonly look: () => void;
  /** Resolves when all changes so far are stored, or storing them has failed. */
  readonly written: () => Promise<void>;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Executes a bulk run. Each event is passed to a state machine, the resulting state is stored, and only then its
 * commands are executed. If storing fails, the commands are not executed.
 */
export function createRunDriver(start: BulkRun, ports: BulkRunDependencies): RunDriver {
  const state = createStateStore(start);
  let written: Promise<void> = Promise.resolve();

  const dispatch = (event: BulkEvent): void => {
    const before = state.get();
    const advanced = advanceBulkRun(before, event, ports.now());
    const after = advanced.run;
    if (after !== before) {
      written = written.then(() => ports.store(after, before));
      state.set(after);
    }
    if (advanced.commands.length === 0) {
      written = written.catch(storeFailed);
      return;
    }
    written = written.then(
      () => {
        for (const command of advanced.commands) void carryOut(command);
      },
      (error: unknown) => {
        storeFailed(error);
        takeBack(advanced.commands);
      },
    );
  };

  const storeFailed = (_error: unknown): void => {
    const message =
      ports.describeStoreError?.() ??
      text("This browser could not write down where the run is, so nothing more is sent.");
    dispatchLater({ type: "interrupted", reason: "storage", message });
  };

  /** Reports commands that were not executed as failed, so that the run does not wait for them. */
  const takeBack = (commands: readonly BulkCommand[]): void => {
    for (const { kind, uid, attempt } of commands) {
      const type = kind === "send" ? "refused" : "preview-failed";
      dispatchLater({
        type,
        uid,
        attempt,
        fault: { reason: "not-ready", detail: text("It could not be written down.") },
      });
    }
  };

  const dispatchLater = (event: BulkEvent): void => queueMicrotask(() => dispatch(event));

  const carryOut = async (command: BulkCommand): Promise<void> => {
    const cluster = state.get().clusters.find(({ uid }) => uid === command.uid);
    if (cluster === undefined) return;
    dispatch(command.kind === "preview" ? await preview(cluster) : await send(cluster, command));
    look();
  };

  const preview = async (cluster: BulkCluster): Promise<BulkEvent> => {
    const { uid, attempt } = cluster;
    try {
      const previewed = await ports.preview(state.get().intent, cluster);
      if (!previewed.ok) return { type: "not-applicable", uid, attempt, reason: previewed.error };
      return { type: "previewed", uid, attempt, ...previewed.value, row: ports.rowOf(uid) };
    } catch (error) {
      return { type: "preview-failed", uid, attempt, fault: bulkErrorOf(error) };
    }
  };

  const send = async (
    cluster: BulkCluster,
    { uid, attempt, body }: Extract<BulkCommand, { kind: "send" }>,
  ): Promise<BulkEvent> => {
    try {
      return { type: "accepted", uid, attempt, resourceVersion: await ports.send(cluster, body) };
    } catch (error) {
      return { type: "refused", uid, attempt, fault: bulkErrorOf(error) };
    }
  };

  const look = (): void => dispatch(ports.isFleetRead() ? { type: "seen", rowOf: ports.rowOf } : { type: "tick" });

  return {
    run: state.get,
    dispatch,
    look,
    written: () => written.catch(() => undefined),
    subscribe: state.subscribe,
  };
}
