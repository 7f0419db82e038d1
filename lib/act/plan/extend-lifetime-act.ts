import type { Act } from "#lib/contract/act.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { endAnnotation, endInChange, latestEndAt, readLifetime } from "#lib/policy/controllers/lifetime.ts";

/** The act that lets a cluster live as long as its quota allows from now on, or why there is none. */
export interface LifetimeExtension {
  readonly act: Act;
  readonly refusal: string | undefined;
}

/**
 * Moves the end of a cluster's lifetime as far as its quota allows: to now and the lifetime. Undefined where nothing ends
 * it.
 *
 * @param nowMs milliseconds since 1970
 */
export function extendLifetime(
  limit: ClusterDetail["lifetime"],
  shoot: Shoot,
  nowMs: number,
): LifetimeExtension | undefined {
  if (limit === undefined) return undefined;
  // A clock that is a little ahead must not ask for more than is allowed.
  const endAt = Math.floor(latestEndAt(limit.days ?? 0, nowMs) / minuteMs - 1) * minuteMs;
  return { act: actUntil(endAt), refusal: refusalOf(limit, shoot, endAt) };
}

function actUntil(endAt: number): Act {
  return { kind: "change", about: "lifetime", patch: { metadata: { annotations: endAnnotation(endAt) } } };
}

/** The days, in UTC as `2026-12-04`, among which the end of a lifetime can be chosen. */
export interface EndDays {
  readonly first: string;
  readonly last: string;
}

const dayOf = (atMs: number) => formatInstant(atMs).slice(0, 10);

/** When an act ends a cluster, in milliseconds since 1970; undefined for an act about anything else. */
export function endOfAct(act: Act): number | undefined {
  if (act.kind !== "change" || act.about !== "lifetime") return undefined;
  return endInChange(act.patch.metadata?.annotations);
}

/**
 * The days on which a cluster may end instead of at the furthest: at the same time of the day, and later than it does.
 *
 * @param furthestAt how far the end can be moved, as `extendLifetime` has it
 * @param laterThan when it ends now, or now; milliseconds since 1970
 */
export function endDays(furthestAt: number, laterThan: number): EndDays {
  const days = Math.max(0, Math.ceil((furthestAt - laterThan) / dayMs) - 1);
  return { first: dayOf(furthestAt - days * dayMs), last: dayOf(furthestAt) };
}

/** The act that ends a cluster on a day, at the time of the furthest end; undefined for a day that is none of those. */
export function endOnDay(furthestAt: number, { first, last }: EndDays, day: string): Act | undefined {
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
