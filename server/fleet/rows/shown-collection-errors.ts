import "server-only";
import type { FleetCollectionError } from "#lib/contract/fleet.ts";

/**
 * Watch errors of collections as users are shown them. An error that is over is shown until every row has been
 * recomputed, because until then some rows are as old as the outage.
 */
export class ShownCollectionErrors {
  readonly #faults: () => readonly FleetCollectionError[];
  #held: readonly FleetCollectionError[] = [];

  /** @param faults returns the errors of this moment */
  constructor(faults: () => readonly FleetCollectionError[]) {
    this.#faults = faults;
  }

  get now(): readonly FleetCollectionError[] {
    const faults = this.#faults();
    const isOver = ({ part }: FleetCollectionError) => faults.every((fault) => fault.part !== part);
    return [...faults, ...this.#held.filter(isOver)];
  }

  /** Reads the current errors; call it when a collection becomes stale or live. */
  note(): void {
    this.#held = this.now;
  }

  /** Removes errors that are over; call it when no row is waiting to be recomputed. */
  settle(): void {
    this.#held = this.#faults();
  }
}
