import { dayMs } from "#lib/kube/time-units.ts";

/**
 * Causes of a dead end. Cause and distance in time determine the severity. All screens and files derive the severity
 * from this module, so that they agree.
 *
 * - `no-later-version`: the version is the newest one, or only previews follow. The operator adds later versions as
 *   they are released, so nothing is wrong while the end is far away.
 * - `gap`: the profile lacks something it should have: a consecutive minor below later ones, an image that a strategy
 *   cannot reach, a machine type. Only a correction of the profile resolves it.
 * - `blocked`: the cluster's own settings are the obstacle, whatever the profile offers.
 */
export const deadEndCauses = ["no-later-version", "gap", "blocked"] as const;
export type DeadEndCause = (typeof deadEndCauses)[number];

/** The cause of each dead end by its code; for the meaning of the codes see `DeadEndCode`. */
export const deadEndCauseByCode = {
  "highest-minor": "no-later-version",
  "preview-only": "no-later-version",
  "image-end-of-life": "no-later-version",
  "newest-image": "no-later-version",
  "no-next-minor": "gap",
  "no-higher-image": "gap",
  "image-not-in-profile": "gap",
  "machine-type-not-in-profile": "gap",
  "profile-unreadable": "gap",
  "image-does-not-fit": "blocked",
  "image-missing": "blocked",
  "version-unreadable": "blocked",
  "rejected-by-dry-run": "blocked",
} as const satisfies Readonly<Record<string, DeadEndCause>>;

const causes: ReadonlyMap<string, DeadEndCause> = new Map(Object.entries(deadEndCauseByCode));

/** The cause of a dead end by its code; a code newer than this build counts as a gap. */
export function causeOfDeadEnd(code: string): DeadEndCause {
  return causes.get(code) ?? "gap";
}

/** Up to this many days away a dead end is urgent: red. */
export const urgentDays = 90;

/** Up to this many days away a dead end is worth watching: amber. */
export const watchedDays = 180;

/**
 * Severity of a dead end (a version that must be replaced and cannot be).
 *
 * - `now`: the dead end applies already. Red.
 * - `soon`: within 90 days. Red.
 * - `ahead`: within 180 days. Amber. A gap and a blocked cluster stay at this level however far away they are: they do
 *   not resolve with time.
 * - `open`: no later version yet, and more than 180 days until one is needed. Grey.
 */
export const urgencies = ["now", "soon", "ahead", "open"] as const;
export type Urgency = (typeof urgencies)[number];

/** Fields of a dead end that determine its severity, shared by `DeadEndSummary`, `DeadEnd` and `RejectedRunPeriod`. */
export interface DeadEndUrgencyInput {
  readonly code: string;
  /** Begin of the dead end in epoch milliseconds. */
  readonly fromAt: number;
  readonly overdue?: boolean | undefined;
}

/** The number of a UTC day since 1970. */
export function dayNumber(at: number): number {
  return Math.floor(at / dayMs);
}

/** Number of UTC days from now to an instant: 0 for today and the past, 1 for tomorrow. */
export function daysUntil(at: number, now: number): number {
  return Math.max(0, dayNumber(at) - dayNumber(now));
}

export function isUrgent(at: number, now: number): boolean {
  return daysUntil(at, now) <= urgentDays;
}

export function urgencyOf({ code, fromAt, overdue }: DeadEndUrgencyInput, now: number): Urgency {
  if (overdue === true || fromAt <= now) return "now";
  const days = daysUntil(fromAt, now);
  if (days <= urgentDays) return "soon";
  return days <= watchedDays || causeOfDeadEnd(code) !== "no-later-version" ? "ahead" : "open";
}
