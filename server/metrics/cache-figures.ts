import "server-only";

/** How often a cache gave what it held, had to ask, or gave the last answer of a garden that does not answer. */
export interface CacheFigures {
  readonly given: { readonly hit: number; readonly miss: number; readonly last: number };
  /** How many answers it holds. */
  readonly held: number;
}
