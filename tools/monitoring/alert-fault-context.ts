/** What is available to code that triggers an alert. */
export interface AlertTriggerContext {
  /** Reads the metrics that Prometheus scrapes. */
  readonly figures: () => Promise<string>;
  /** Aborted when nobody waits for the alerts or for their end any more. */
  readonly left: AbortSignal;
}
