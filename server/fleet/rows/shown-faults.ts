import "server-only";
import type { PartFault } from "#lib/contract/fleet.ts";

/**
 * The faults of parts as the rows show them: one that is over still counts until every row was made of what the part has
 * told since, because until then some of the rows are as old as it was.
 */
export class ShownFaults {
  readonly #faults: () => readonly PartFault[];
  #held: readonly PartFault[] = [];

  /** @param faults those that there are at this moment */
  constructor(faults: () => readonly PartFault[]) {
    this.#faults = faults;
  }

  get now(): readonly PartFault[] {
    const faults = this.#faults();
    const isOver = ({ part }: PartFault) => faults.every((fault) => fault.part !== part);
    return [...faults, ...this.#held.filter(isOver)];
  }

  /** A part has begun, or ceased, to be heard. */
  note(): void {
    this.#held = this.now;
  }

  /** Every row is made. */
  settle(): void {
    this.#held = this.#faults();
  }
}
