import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import { checkLifetime, readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { lifetimeRefusal } from "#lib/policy/controllers/lifetime-refusal.ts";
import { parseEdition } from "#lib/policy/editions/edition.ts";
import { type EditionRules, rulesOf } from "#lib/policy/editions/edition-rules.ts";
import { wakesHibernationController } from "#lib/policy/hibernation/hibernation-wake.ts";
import { scheduleNotes } from "#lib/policy/next/schedule-notes.ts";
import { scheduleOutlook } from "#lib/policy/next/schedule-outlook.ts";
import { sentenceOfTruth } from "#lib/policy/next/sentence-of-truth.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import type { GardenerRelease } from "../release.ts";

/** Something that the controller-manager has to do in a span: epoch milliseconds. */
interface Span {
  readonly fromAt: number;
  readonly untilAt: number;
}

/** A schedule that is executed: what it sets `spec.hibernation.enabled` to. */
export interface ForeseenExecution extends Span {
  readonly enabled: boolean;
}

export interface LifeForecast {
  readonly deletion: Span | undefined;
  /** The annotation at the end; undefined when there is none. */
  readonly end: string | undefined;
}

/** What Almanac says of one cluster, told before anything happens and again after whatever somebody wrote. */
export interface TimeForecast {
  readonly executions: readonly ForeseenExecution[];
  /** `spec.hibernation.enabled` at the end. */
  readonly enabled: boolean;
  readonly life: LifeForecast;
  /**
   * When the deletion is by the sentence; undefined where the sentence is about something else. A controller-manager that
   * did not run at the end deletes at its first look.
   */
  readonly toldEnd: Span | undefined;
  /** What the notes say keeps Gardener from executing the schedules. */
  readonly notes: readonly string[];
}

/** What is looked at, and how: epoch milliseconds. */
export interface TimeWatch {
  readonly release: GardenerRelease;
  /** From when the controller-manager runs, and until when somebody looks on. */
  readonly fromAt: number;
  readonly untilAt: number;
  /** How often the lifetime is looked at. */
  readonly periodMs: number;
}

/** What somebody wrote: the cluster before it and after. */
export interface Written {
  readonly at: number;
  readonly before: Shoot;
  readonly after: Shoot;
}

export interface TimeSubject {
  /** As it stood when the controller-manager was started. */
  readonly shoot: Shoot;
  /** Those of its binding, as `checkLifetime` takes them. */
  readonly quotas: readonly (KubeObject | undefined)[] | undefined;
  readonly written?: Written | undefined;
}

/** How long a busy machine may take for what is due. */
const slackMs = 20 * secondMs;

function rulesIn({ version, featureGates }: GardenerRelease): EditionRules {
  const edition = parseEdition(version);
  return rulesOf({ gardenlet: edition, apiServer: edition, gates: featureGates });
}

interface SleepForecast {
  readonly executions: readonly ForeseenExecution[];
  readonly enabled: boolean;
  /** When the controller looks again; undefined when it does not by itself. */
  readonly looksAgainAt: number | undefined;
  /** It was refused, and goes on trying. */
  readonly triesOn: boolean;
}

/** What `scheduleOutlook` says at each look of the controller: at the instant, and at each time that it announces. */
function foreseeSleep(shoot: Shoot, firstAt: number | undefined, { release, untilAt }: TimeWatch): SleepForecast {
  const executions: ForeseenExecution[] = [];
  let held = shoot;
  let lookAt = firstAt;
  let triesOn = false;
  while (lookAt !== undefined && lookAt <= untilAt && !triesOn) {
    const outlook = scheduleOutlook(held, { release: release.version }, lookAt, rulesIn(release));
    if (outlook.state !== "planned") {
      lookAt = undefined;
      break;
    }
    const { overdue, hibernateMs, wakeUpMs } = outlook;
    if (overdue !== undefined) {
      const { enabled, changes } = overdue;
      triesOn = changes && (enabled ? outlook.hibernateRefused : outlook.wakeUpRefused).length > 0;
      if (!triesOn) {
        executions.push({ enabled, fromAt: lookAt, untilAt: lookAt });
        held = executed(held, enabled, lookAt);
      }
    }
    const announced = [hibernateMs, wakeUpMs].filter((atMs) => atMs !== undefined);
    lookAt = announced.length === 0 ? undefined : Math.min(...announced);
  }
  return { executions, enabled: held.spec.hibernation?.enabled === true, looksAgainAt: lookAt, triesOn };
}

function executed({ spec, status, ...shoot }: Shoot, enabled: boolean, atMs: number): Shoot {
  return {
    ...shoot,
    spec: { ...spec, hibernation: { ...spec.hibernation, enabled } },
    status: { ...status, lastHibernationTriggerTime: formatInstant(atMs) },
  };
}

function foreseeSleepOf({ shoot, written }: TimeSubject, watch: TimeWatch): SleepForecast {
  if (written === undefined) return foreseeSleep(shoot, watch.fromAt, watch);
  const { at, before, after } = written;
  const first = foreseeSleep(shoot, watch.fromAt, { ...watch, untilAt: at });
  const looks = first.triesOn || wakesHibernationController(before, after);
  const second = foreseeSleep(after, looks ? at : first.looksAgainAt, watch);
  const later = second.executions.map((one) => (first.triesOn ? { ...one, untilAt: watch.untilAt } : one));
  return { ...second, executions: [...first.executions, ...later] };
}

function foreseeLife(shoot: Shoot, { quotas }: TimeSubject, fromAt: number, watch: TimeWatch): LifeForecast {
  const check = checkLifetime(shoot, quotas, fromAt);
  const end = shoot.metadata.annotations?.[annotations.expiration];
  if (check.outcome === "fails") return { deletion: undefined, end };
  if (check.outcome === "unlimited") return { deletion: undefined, end: undefined };
  const { endsAt, setsEnd } = check;
  const isSeen = endsAt + watch.periodMs + slackMs < watch.untilAt && lifetimeRefusal(shoot) === undefined;
  const dueAt = Math.max(fromAt, endsAt);
  return {
    deletion: isSeen ? { fromAt: dueAt, untilAt: dueAt + watch.periodMs } : undefined,
    end: setsEnd ? formatInstant(endsAt) : end,
  };
}

/** What Almanac says will become of a cluster. */
export function foreseeTime(subject: TimeSubject, watch: TimeWatch): TimeForecast {
  const { shoot, written } = subject;
  const { executions, enabled } = foreseeSleepOf(subject, watch);
  const last = written?.after ?? shoot;
  const fromAt = written?.at ?? watch.fromAt;
  const view = { release: watch.release.version };
  const { subject: about } = sentenceOfTruth(last, view, fromAt);
  const lifetime = readLifetime(last);
  return {
    executions,
    enabled,
    life: foreseeLife(last, subject, fromAt, watch),
    toldEnd:
      about.id === "lifetime-ends" && lifetime.state === "ends"
        ? { fromAt: lifetime.endsAt, untilAt: Math.max(lifetime.deletedUntilAt, fromAt + watch.periodMs) }
        : undefined,
    notes: scheduleNotes({ shoot: last, view, nowMs: fromAt }).map(({ id }) => id),
  };
}

export interface SeenExecution {
  readonly enabled: boolean;
  readonly at: number;
}

/** What was seen of one cluster. */
export interface SeenTime {
  readonly executions: readonly SeenExecution[];
  /** As it was seen last. */
  readonly shoot: Shoot;
}

/** Takes note of what the controller-manager wrote to a cluster. */
export function noteTime(before: Shoot, now: Shoot, seen: SeenTime | undefined): SeenTime {
  const was = (seen?.shoot ?? before).status?.lastHibernationTriggerTime;
  const is = now.status?.lastHibernationTriggerTime;
  const at = is === was ? undefined : parseInstant(is);
  const enabled = now.spec.hibernation?.enabled === true;
  const executions = seen?.executions ?? [];
  return { executions: at === undefined ? executions : [...executions, { enabled, at }], shoot: now };
}

/** The API server tells instants in whole seconds. */
function cut(atMs: number): number {
  return Math.floor(atMs / secondMs) * secondMs;
}

function isIn({ fromAt, untilAt }: Span, atMs: number): boolean {
  return cut(fromAt) <= atMs && atMs <= untilAt + slackMs;
}

function spanText({ fromAt, untilAt }: Span): string {
  return `${formatInstant(fromAt)} to ${formatInstant(untilAt)}`;
}

function executionText({ enabled }: Pick<SeenExecution, "enabled">): string {
  return enabled ? "falls asleep" : "wakes up";
}

function sleepDifferences(told: TimeForecast, { executions, shoot }: SeenTime): readonly string[] {
  const rows = Math.max(told.executions.length, executions.length);
  const each = Array.from({ length: rows }, (_, at): string[] => {
    const [foreseen, seen] = [told.executions[at], executions[at]];
    if (foreseen === undefined)
      return [`${executionText(seen ?? { enabled: false })} at ${seenText(seen)}, foreseen never`];
    const wanted = `${executionText(foreseen)} from ${spanText(foreseen)}`;
    if (seen === undefined) return [`${wanted}: it never did`];
    if (seen.enabled !== foreseen.enabled || !isIn(foreseen, seen.at)) {
      return [`${wanted}: ${executionText(seen)} at ${seenText(seen)}`];
    }
    return [];
  });
  const enabled = shoot.spec.hibernation?.enabled === true;
  return [
    ...each.flat(),
    ...(enabled === told.enabled ? [] : [`hibernation.enabled is ${enabled} at last, foreseen ${told.enabled}`]),
    ...(told.notes.length > 0 && executions.length > 0
      ? [`executed in spite of the note ${told.notes.join(", ")}`]
      : []),
  ];
}

function seenText(seen: SeenExecution | undefined): string {
  return seen === undefined ? "never" : formatInstant(seen.at);
}

function lifeDifferences({ life }: TimeForecast, { shoot }: SeenTime): readonly string[] {
  const { metadata } = shoot;
  const deletedAt = parseInstant(metadata.deletionTimestamp);
  const end = metadata.annotations?.[annotations.expiration];
  const isConfirmed = isTruthy(metadata.annotations?.[annotations.confirmDeletion]);
  const { deletion } = life;
  return [
    ...(deletion !== undefined && deletedAt === undefined ? [`not deleted from ${spanText(deletion)}`] : []),
    ...(deletedAt !== undefined && (deletion === undefined || !isIn(deletion, deletedAt))
      ? [`deleted at ${formatInstant(deletedAt)}, foreseen ${deletion === undefined ? "never" : spanText(deletion)}`]
      : []),
    ...(deletedAt !== undefined && !isConfirmed ? ["deleted without a confirmation"] : []),
    ...(end === life.end ? [] : [`its end is ${end ?? "none"} at last, foreseen ${life.end ?? "none"}`]),
  ];
}

/** Where the sentence of the screens says something else than the garden did. */
function sentenceDifferences({ toldEnd }: TimeForecast, { shoot }: SeenTime, watch: TimeWatch): readonly string[] {
  const deletedAt = parseInstant(shoot.metadata.deletionTimestamp);
  if (deletedAt !== undefined) {
    const isDescribed = toldEnd !== undefined && isIn({ fromAt: toldEnd.fromAt, untilAt: toldEnd.untilAt }, deletedAt);
    return isDescribed
      ? []
      : [`deleted, and the sentence said ${toldEnd === undefined ? "nothing of it" : spanText(toldEnd)}`];
  }
  const isDue = toldEnd !== undefined && toldEnd.fromAt + watch.periodMs + slackMs < watch.untilAt;
  return isDue ? [`not deleted, and the sentence said so of ${formatInstant(toldEnd.fromAt)}`] : [];
}

/** Compares what became of a cluster, and when, with what Almanac said. Empty: all came as foreseen. */
export function judgeTime(told: TimeForecast, seen: SeenTime, watch: TimeWatch): readonly string[] {
  return [...sleepDifferences(told, seen), ...lifeDifferences(told, seen), ...sentenceDifferences(told, seen, watch)];
}

/** So many executions of one cluster are told one by one. */
const mostDescribed = 3;

/** What became of a cluster, for the report. */
export function seenInWords({ executions, shoot }: SeenTime): string {
  const deletedAt = parseInstant(shoot.metadata.deletionTimestamp);
  const told = [
    ...executions.slice(0, mostDescribed).map((one) => `${executionText(one)} at ${formatInstant(one.at)}`),
    ...(executions.length > mostDescribed ? [`and ${executions.length - mostDescribed} times more`] : []),
    ...(deletedAt === undefined ? [] : [`deleted at ${formatInstant(deletedAt)}`]),
  ];
  return told.length === 0 ? "nothing" : told.join(", ");
}
