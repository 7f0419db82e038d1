import type { Act } from "#lib/contract/act.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { endAnnotation, latestEndAt, readLifetime } from "#lib/policy/controllers/lifetime.ts";

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
  const act: Act = {
    kind: "change",
    about: "lifetime",
    patch: { metadata: { annotations: endAnnotation(endAt) } },
  };
  return { act, refusal: refusalOf(limit, shoot, endAt) };
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
