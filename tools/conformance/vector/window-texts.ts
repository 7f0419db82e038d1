/** Begin and end of a maintenance window, as in `220000+0100`. */
export interface WindowTexts {
  readonly begin: string;
  readonly end: string;
}
