/** One entry of a calendar file. Times are epoch milliseconds. */
export interface FeedEntry {
  /** Stays the same while the entry is about the same event; with the host appended it is the iCalendar UID. */
  readonly id: string;
  /** Id that earlier releases gave the entry; calendars that contain it continue to use it. */
  readonly formerId?: string;
  readonly startAt: number;
  /** End of the entry; absent for an all-day entry on the day (UTC) of `startAt`. */
  readonly endAt?: number;
  readonly repeatsDaily?: boolean;
  /** Last occurrence of a repeating entry. */
  readonly repeatsUntil?: number;
  /** Whether the start is unknown: the entry stays on the day of its first publication, or else on `startAt`. */
  readonly undated?: boolean;
  readonly summary: string;
  readonly description: string;
  /** Path and query of the dashboard page about the entry. */
  readonly path: string;
}
