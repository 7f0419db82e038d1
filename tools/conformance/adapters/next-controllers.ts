import type { Condition } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { canonicalDuration, durationSeconds } from "#lib/kube/go-duration.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { checkLifetime } from "#lib/policy/controllers/lifetime.ts";
import { predictMigrationCheck } from "#lib/policy/controllers/migration.ts";
import { predictControllerRetry } from "#lib/policy/controllers/predict-controller-retry.ts";
import { detectSilentGardenlet, predictHealthWithSilentGardenlet } from "#lib/policy/controllers/silent-gardenlet.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { nowOfVector } from "../vector/now-of-vector.ts";

interface LifetimeInput {
  readonly shoot: Shoot;
  readonly quotas: readonly object[];
  readonly lastQuotaMissing: boolean;
}

const lifetime = createVectorAdapter<LifetimeInput>(({ shoot, quotas, lastQuotaMissing }, vector) => {
  const named = quotas.map((spec, index) => ({ metadata: { name: `quota-${index}` }, spec }));
  const found = named.map((quota, index) => (lastQuotaMissing && index === quotas.length - 1 ? undefined : quota));
  const check = checkLifetime(shoot, found, nowOfVector({}, vector));
  const before = shoot.metadata.annotations?.[annotations.expiration] ?? null;
  const ends = "setsEnd" in check && check.setsEnd ? formatInstant(check.endsAt) : before;
  const checksAgain = check.outcome === "lives" || check.outcome === "unlimited";
  return {
    deletes: check.outcome === "deletes",
    error: check.outcome === "fails",
    expires: check.outcome === "unlimited" ? null : ends,
    checksAgainAfter: checksAgain ? "1h0m0s" : null,
  };
});

interface RetryInput {
  readonly shoot: Shoot;
  readonly retryPeriod: string;
  readonly retryJitterPeriod: string;
}

function milliseconds(duration: string): number {
  return (durationSeconds(duration) ?? 0) * secondMs;
}

/** Rounds times to ten seconds, because the recording was a moment late. */
function roughly(atMs: number): string {
  return formatInstant(Math.ceil(atMs / (10 * secondMs) - 0.5) * 10 * secondMs);
}

const retry = createVectorAdapter<RetryInput>(({ shoot, retryPeriod, retryJitterPeriod }, vector) => {
  const periods = { waitMs: milliseconds(retryPeriod), jitterMs: milliseconds(retryJitterPeriod) };
  const found = predictControllerRetry(shoot, periods);
  const later = found && found.fromAt > nowOfVector({}, vector);
  return {
    retriesNow: found !== undefined && !later,
    retriesAt: later ? roughly(found.fromAt) : null,
    orUpTo: later ? `${canonicalDuration(retryJitterPeriod)} later` : undefined,
  };
});

interface SilenceInput {
  readonly shoot: Shoot;
  readonly seed: Seed;
  readonly leaseRenewed: string | null;
}

type Health = readonly (Condition | null)[] | null | undefined;

/** Formats conditions as status by type, with the reason if it has changed. */
function statuses(conditions: Health): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (conditions ?? []).flatMap((condition) => {
      if (!condition) return [];
      const { type, status, reason } = condition;
      return [[type, reason === "StatusUnknown" ? `${status} ${reason}` : status]];
    }),
  );
}

const silence = createVectorAdapter<SilenceInput>(({ shoot, seed, leaseRenewed }, vector) => {
  const nowMs = nowOfVector({}, vector);
  const silent = detectSilentGardenlet(seed, parseInstant(leaseRenewed), nowMs);
  const own = shoot.status?.seedName === seed.metadata.name;
  const health = (silent && own && predictHealthWithSilentGardenlet(shoot, silent, nowMs)) || shoot.status;
  const ready = seed.status?.conditions?.find((condition) => condition?.type === "GardenletReady");
  return {
    gardenletReady: silent ? "Unknown" : (ready?.status ?? null),
    conditions: statuses(health?.conditions),
    constraints: statuses(health?.constraints),
  };
});

interface MigrationInput {
  readonly shoot: Shoot;
  readonly source: Seed;
  readonly destination: Seed;
}

const migration = createVectorAdapter<MigrationInput>(({ shoot, source, destination }) => {
  const { readyForMigration, checksAgainAfterMs } = predictMigrationCheck(shoot, source, destination);
  return {
    readyForMigration: readyForMigration
      ? { status: readyForMigration.status, reason: readyForMigration.reason }
      : null,
    checksAgainAfter: checksAgainAfterMs === undefined ? null : `${checksAgainAfterMs / secondMs}s`,
  };
});

export const nextControllersAdapters: VectorAdapters = {
  "next-lifetime": lifetime,
  "next-retry": retry,
  "next-silent-gardenlet": silence,
  "next-migration": migration,
};
