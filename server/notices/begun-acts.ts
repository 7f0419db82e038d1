import "server-only";
import { type BegunAct, detectBegunAct, type GenerationSnapshot } from "#lib/notices/begun-acts.ts";
import type { RowStore } from "#server/fleet/row-store.ts";
import { inSlices } from "#server/processor-time/time-slices.ts";

const everything = { all: true, namespaces: new Set<string>() };

/** Actions observed to start on each cluster since this replica started. */
export class BegunActs {
  readonly #seen = new Map<string, GenerationSnapshot>();
  #clock: number | undefined;
  #running: Promise<void> = Promise.resolve();

  /** Processes changes since the last call, or all rows when those are unknown. Calls are serialized. */
  look(store: Pick<RowStore, "clock" | "changesSince" | "rows">, now: number): Promise<void> {
    this.#running = this.#running.then(() => this.#look(store, now));
    return this.#running;
  }

  async #look(store: Pick<RowStore, "clock" | "changesSince" | "rows">, now: number): Promise<void> {
    const at = store.clock;
    if (at === this.#clock) return;
    const changes = this.#clock === undefined ? undefined : store.changesSince(this.#clock, everything, "elsewhere");
    for (const uid of changes?.removes ?? []) this.#seen.delete(uid);
    await inSlices(changes?.upserts ?? store.rows(everything), (row) => {
      const seen = detectBegunAct(this.#seen.get(row.uid), row, now);
      if (seen !== undefined) this.#seen.set(row.uid, seen);
    });
    this.#clock = at;
  }

  actOf(uid: string): BegunAct | undefined {
    return this.#seen.get(uid)?.act;
  }
}
