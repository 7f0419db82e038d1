/** Texts for a finding, one sentence or few each. */
export interface ReadinessDescription {
  readonly sentence: string;
  /** What happens if nothing is done. */
  readonly unless: string;
  readonly how: string;
}
