import "server-only";
import { detectObservedUserAct, type GenerationSnapshot, type ObservedUserAct } from "#lib/notices/begun-acts.ts";
import type { RowStore } from "#server/fleet/row-store.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";

const everything = { all: true, namespaces: new Set<string>() };

/** Actions, such as a rotation, that began on each cluster since this replica started. */
export class BegunClusterActions {
  readonly #seen = new Map<string, GenerationSnapshot>();
  #clock: number | undefined;
  #running: Promise<void> = Promise.resolve();

  /** Looks at clusters that changed since the last call, or at all of them. Concurrent calls wait for each other. */
  look(store: Pick<RowStore, "clock" | "changesSince" | "rows">, now: number): Promise<void> {
    this.#running = this.#running.then(() => this.#look(store, now));
    return this.#running;
  }

  async #look(store: Pick<RowStore, "clock" | "changesSince" | "rows">, now: number): Promise<void> {
    const at = store.clock;
    if (at === this.#clock) return;
    const changes = this.#clock === undefined ? undefined : store.changesSince(this.#clock, everything, "elsewhere");
    for (const uid of changes?.removes ?? []) this.#seen.delete(uid);
    await forEachInTimeSlices(changes?.upserts ?? store.rows(everything), (row) => {
      const seen = detectObservedUserAct(this.#seen.get(row.uid), row, now);
      if (seen !== undefined) this.#seen.set(row.uid, seen);
    });
    this.#clock = at;
  }

  actOf(uid: string): ObservedUserAct | undefined {
    return this.#seen.get(uid)?.act;
  }
}
