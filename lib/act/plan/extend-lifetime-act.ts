import type { Act } from "#lib/contract/act.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import {
  expirationAnnotationPatch,
  expirationInAnnotationChange,
  latestAllowedExpirationAt,
  readLifetime,
} from "#lib/policy/controllers/lifetime.ts";

/** Action that extends a cluster's lifetime to the maximum of its quota, or the reason why there is none. */
export interface LifetimeExtension {
  readonly act: Act;
  readonly refusal: string | undefined;
}

/**
 * Returns the action that extends a cluster's lifetime to the maximum: now plus the lifetime that its quota allows.
 * Undefined if the cluster has no expiration date.
 *
 * @param nowMs epoch milliseconds
 */
export function extendLifetime(
  limit: ClusterDetail["lifetime"],
  shoot: Shoot,
  nowMs: number,
): LifetimeExtension | undefined {
  if (limit === undefined) return undefined;
  // The margin prevents that a clock that is slightly fast requests more than the quota allows.
  const endAt = Math.floor(latestAllowedExpirationAt(limit.days ?? 0, nowMs) / minuteMs - 1) * minuteMs;
  return { act: actUntil(endAt), refusal: refusalOf(limit, shoot, endAt) };
}

function actUntil(endAt: number): Act {
  return { kind: "change", about: "lifetime", patch: { metadata: { annotations: expirationAnnotationPatch(endAt) } } };
}

/** Range of days (UTC, as in `2026-12-04`) on which a cluster's lifetime can be set to end. */
export interface LifetimeEndDays {
  readonly first: string;
  readonly last: string;
}

const dayOf = (atMs: number) => formatInstant(atMs).slice(0, 10);

/** Returns the end of the lifetime that an action sets, in epoch milliseconds; undefined for other actions. */
export function lifetimeEndSetByAct(act: Act): number | undefined {
  if (act.kind !== "change" || act.about !== "lifetime") return undefined;
  return expirationInAnnotationChange(act.patch.metadata?.annotations);
}

/**
 * Days on which a cluster's lifetime may end: before the latest possible end, at its time of day, later than planned.
 *
 * @param furthestAt latest possible end, as in `extendLifetime`
 * @param laterThan current end, or now; epoch milliseconds
 */
export function lifetimeEndDaysOf(furthestAt: number, laterThan: number): LifetimeEndDays {
  const days = Math.max(0, Math.ceil((furthestAt - laterThan) / dayMs) - 1);
  return { first: dayOf(furthestAt - days * dayMs), last: dayOf(furthestAt) };
}

/** Action that ends a cluster on a day, at the time of day of the latest possible end; undefined if out of range. */
export function actEndingLifetimeOnDay(
  furthestAt: number,
  { first, last }: LifetimeEndDays,
  day: string,
): Act | undefined {
  const midnight = parseInstant(`${day}T00:00:00Z`);
  if (midnight === undefined || day < first || day > last) return undefined;
  return actUntil(midnight + (furthestAt % dayMs));
}

function refusalOf(
  { readable, days }: NonNullable<ClusterDetail["lifetime"]>,
  shoot: Shoot,
  endAt: number,
): string | undefined {
  if (!readable) return text("How long it can live cannot be seen: you are not allowed to read its quotas.");
  if (days === undefined) return text("No quota limits its lifetime: Gardener removes the date within an hour.");
  const lifetime = readLifetime(shoot);
  if (lifetime.state === "ends" && lifetime.endsAt >= endAt) return text("It ends as late as its quota allows.");
  return undefined;
}
