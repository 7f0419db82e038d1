/** A maintenance window as the vectors write it: `220000+0100`. */
export interface WindowTexts {
  readonly begin: string;
  readonly end: string;
}
