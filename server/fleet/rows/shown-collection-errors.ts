import "server-only";
import type { FleetCollectionError } from "#lib/contract/fleet.ts";

/**
 * Errors of parts as the rows show them: an error that is over stays until every row reflects what the part has
 * reported since, because until then some rows are as old as the outage.
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

  /** Call when a part starts or stops being followed. */
  note(): void {
    this.#held = this.now;
  }

  /** Call when every row is computed. */
  settle(): void {
    this.#held = this.#faults();
  }
}
