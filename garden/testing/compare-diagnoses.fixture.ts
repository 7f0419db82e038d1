import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { findLifetimeRejection } from "#lib/policy/controllers/lifetime-rejection.ts";
import { diagnoseShoot } from "#lib/policy/next/diagnose-shoot.ts";
import type { Diagnosis, DiagnosisSubjectId } from "#lib/policy/next/diagnosis.ts";
import { forecastSchedules } from "#lib/policy/next/forecast-schedules.ts";
import { responsibleSeedName } from "#lib/policy/next/next-view.ts";
import { seedFacts } from "#lib/policy/next/seed-facts.ts";
import type { TestLandscape } from "./landscape.fixture.ts";

/** Almanac's diagnosis of a Shoot at a certain time, with the Shoot and the Gardener release of its Seed. */
interface Said {
  readonly shoot: Shoot;
  readonly truth: Diagnosis;
  readonly seedVersion: string | undefined;
  readonly at: number;
}

/** A diagnosis that later events in the garden contradict. */
export interface DiagnosisContradiction {
  readonly shoot: string;
  readonly said: DiagnosisSubjectId;
  readonly at: string;
  readonly done: string;
}

/** Diagnoses after which no flow starts automatically. */
const standsStill: ReadonlySet<DiagnosisSubjectId> = new Set(["ignored", "seed-stopped", "seed-silent"]);
/** Diagnoses after which a flow starts soon. */
const beginsSoon: ReadonlySet<DiagnosisSubjectId> = new Set([
  "about-to-retry",
  "resuming",
  "change-pending",
  "deletion-requested",
]);
/** Maximum waiting time: Gardener retries after up to 17 minutes, and runs twenty flows per Seed in parallel. */
const soonMs = 40 * minuteMs;

function startedAt({ status }: Shoot): string | undefined {
  const { state, progress, lastUpdateTime, type } = status?.lastOperation ?? {};
  return state === "Processing" ? `${type} ${progress === 0 ? lastUpdateTime : ""}` : undefined;
}

/** Whether gardenlet has started a flow between two states of a Shoot. */
function began(before: Shoot, after: Shoot): boolean {
  return before.status?.lastOperation?.state !== "Processing" && startedAt(after) !== undefined;
}

/**
 * Compares Almanac's diagnoses of all Shoots with what happens in the garden afterwards. Call `look` from time to time.
 * Effects of later changes of specs, annotations or Seeds do not count as contradictions.
 */
export function compareDiagnosesWithEvents({ api, clock }: TestLandscape) {
  const said = new Map<string, Said>();
  const contradictions: DiagnosisContradiction[] = [];
  const counts = new Map<DiagnosisSubjectId, number>();
  const seedOf = (shoot: Shoot) => api.get<Seed>({ resource: seeds, name: responsibleSeedName(shoot) ?? "" });
  const keyOf = ({ metadata }: Shoot) => `${metadata.namespace}/${metadata.name}`;

  const contradict = ({ shoot, truth, at }: Said, done: string): void => {
    contradictions.push({ shoot: keyOf(shoot), said: truth.subject.id, at: new Date(at).toISOString(), done });
  };

  const sayOf = (shoot: Shoot, nowMs: number): Said => {
    const seed = seedOf(shoot);
    const truth = diagnoseShoot(shoot, { seed: seed && seedFacts(seed) }, nowMs);
    return { shoot, truth, seedVersion: seed?.metadata.resourceVersion, at: nowMs };
  };

  for (const shoot of api.list<Shoot>({ resource: shoots }))
    said.set(keyOf(shoot), sayOf(shoot, clock.now().getTime()));

  const stop = api.watch<Shoot>({ resource: shoots }, ({ type, object }) => {
    const nowMs = clock.now().getTime();
    const key = keyOf(object);
    const before = said.get(key);
    if (type === "DELETED") {
      said.delete(key);
      return;
    }
    if (before) judge(before, object, nowMs);
    const after = sayOf(object, nowMs);
    counts.set(after.truth.subject.id, (counts.get(after.truth.subject.id) ?? 0) + 1);
    const isSame =
      before?.truth.subject.id === after.truth.subject.id &&
      before.shoot.metadata.generation === object.metadata.generation;
    said.set(key, isSame && before ? { ...after, at: before.at } : after);
  });

  function judge(before: Said, after: Shoot, nowMs: number): void {
    const { subject } = before.truth;
    const isUntouched =
      JSON.stringify(before.shoot.metadata.annotations) === JSON.stringify(after.metadata.annotations) &&
      before.shoot.metadata.generation === after.metadata.generation &&
      before.seedVersion === seedOf(after)?.metadata.resourceVersion;
    if (standsStill.has(subject.id) && isUntouched && began(before.shoot, after))
      contradict(before, "an operation began");
    if (subject.id === "failed" && isUntouched && !subject.retriedAutomatically && !subject.retriedInWindow) {
      if (began(before.shoot, after)) contradict(before, "an operation began");
    }
    judgeDeletion(before, after, nowMs);
    judgeSchedules(before, after);
  }

  /** Checks that a Shoot is deleted at the end of its lifetime: not before, and at most an hour later. */
  function judgeDeletion(before: Said, after: Shoot, nowMs: number): void {
    const lifetime = readLifetime(before.shoot);
    const isDeleted = Boolean(after.metadata.deletionTimestamp) && !before.shoot.metadata.deletionTimestamp;
    if (lifetime.state === "ends" && isDeleted && nowMs < lifetime.endsAt) contradict(before, "deleted before its end");
  }

  /** Checks that a hibernation schedule diagnosed as skipped is not executed. */
  function judgeSchedules({ shoot, ...before }: Said, after: Shoot): void {
    const { state } = forecastSchedules(shoot, {}, before.at);
    const flips = (shoot.spec.hibernation?.enabled === true) !== (after.spec.hibernation?.enabled === true);
    const triggered = shoot.status?.lastHibernationTriggerTime !== after.status?.lastHibernationTriggerTime;
    if (state !== "planned" && flips && triggered) contradict({ shoot, ...before }, "a schedule was executed");
  }

  /** Checks that a due hibernation schedule is executed, unless the API server refused it. */
  function judgePassedTimes(before: Said, nowMs: number): void {
    const earlier = nowMs - soonMs;
    const { shoot } = before;
    if (earlier < before.at) return;
    const outlook = forecastSchedules(shoot, {}, earlier);
    if (outlook.state !== "planned") return;
    const executedAt = parseInstant(shoot.status?.lastHibernationTriggerTime) ?? 0;
    for (const [at, refused] of [
      [outlook.hibernateMs, outlook.hibernateRefused],
      [outlook.wakeUpMs, outlook.wakeUpRefused],
    ] as const) {
      const isMissed = at !== undefined && refused.length === 0 && at < nowMs - minuteMs && executedAt < at;
      if (!isMissed) continue;
      contradict(before, `the schedule of ${new Date(at).toISOString()} was not executed`);
      said.delete(keyOf(shoot));
    }
  }

  return {
    contradictions: contradictions as readonly DiagnosisContradiction[],
    counts: counts as ReadonlyMap<DiagnosisSubjectId, number>,
    /** Reports flows that were expected but did not start. */
    look(): void {
      const nowMs = clock.now().getTime();
      for (const before of said.values()) {
        judgePassedTimes(before, nowMs);
        const { shoot, truth, at } = before;
        if (
          beginsSoon.has(truth.subject.id) &&
          !("overdue" in truth.subject && truth.subject.overdue) &&
          nowMs - at > soonMs
        ) {
          contradict(before, "nothing began");
          said.delete(keyOf(shoot));
        }
        const lifetime = readLifetime(shoot);
        const isOver =
          lifetime.state === "ends" &&
          findLifetimeRejection(shoot) === undefined &&
          nowMs > lifetime.deletedUntilAt + hourMs;
        if (isOver && (parseInstant(shoot.metadata.creationTimestamp) ?? 0) < nowMs) {
          contradict(before, "not deleted at its end");
          said.delete(keyOf(shoot));
        }
      }
    },
    stop,
  };
}
