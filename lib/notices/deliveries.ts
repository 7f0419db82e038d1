import type { DeliveryTime, DestinationStatus } from "#lib/contract/destinations.ts";
import type { RuleNotice, WatchRule } from "#lib/contract/notices.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { offsetsOfDay } from "#lib/policy/hibernation/zone-offsets.ts";
import type { DeliveryFailureCode } from "./delivery-failure-descriptions.ts";
import type { NoticeDelivery, NoticeDocument } from "./notice-document.ts";
import type { StoredDestination } from "./stored-destinations.ts";

const atOnce: DeliveryTime = { kind: "at-once" };
/** Longest delay after which a notice is still delivered. */
const deliverWithinMs = dayMs;
const firstPauseMs = 30 * secondMs;
const longestPauseMs = 30 * minuteMs;
/** Maximum number of messages per hour to one destination, so that no rule floods its receiver. */
export const maxMessagesPerHour = 60;
const tooManyAnHour: DeliveryFailureCode = "too-many-an-hour";

interface Queueing {
  readonly notices: readonly RuleNotice[];
  readonly rules: readonly WatchRule[];
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

/** Queues new notices for each destination of their rule. They are stored in the same write as the notices. */
export function queueDeliveries(book: NoticeDocument, { notices, rules, now }: Queueing): NoticeDocument {
  const destinations = new Map(rules.map(({ id, to = [] }) => [id, to]));
  const news = notices.flatMap(({ id, rule, at }) =>
    (destinations.get(rule) ?? []).map((to): NoticeDelivery => ({ notice: id, to, at, state: "waiting" })),
  );
  const kept = new Set(book.notices.map(({ id }) => id));
  const all = [...book.deliveries, ...news];
  if (all.every(({ notice }) => kept.has(notice))) return news.length === 0 ? book : { ...book, deliveries: all };
  const queued = { ...book, deliveries: all.filter(({ notice }) => kept.has(notice)) };
  // These notices were dropped in favour of more than a hundred newer ones.
  const displaced = all.filter(({ notice, state }) => state === "waiting" && !kept.has(notice));
  let counted: NoticeDocument = queued;
  for (const { to } of displaced) counted = countLost(counted, to, { now, why: "too-many-at-once" });
  return counted;
}

/** Message to one destination; its id stays the same for every attempt to send it. */
export interface DestinationMessage {
  readonly id: string;
  readonly to: string;
  readonly notices: readonly RuleNotice[];
}

/** Destination of notices with its delivery time. */
export type TimedDestination = Pick<StoredDestination, "id" | "when">;

/** Due messages of one destination, the oldest first; none while deliveries to it are paused after a failure. */
export function dueMessages(
  book: NoticeDocument,
  { id: to, when }: TimedDestination,
  now: number,
): readonly DestinationMessage[] {
  const { failure } = book.standings[to] ?? {};
  if (failure !== undefined && now < (parseInstant(failure.next) ?? 0)) return [];
  const known = new Map(book.notices.map((notice) => [notice.id, notice]));
  const waiting = waitingFor(book, to);
  const noticesOf = (deliveries: readonly NoticeDelivery[]) =>
    deliveries.flatMap(({ notice }) => known.get(notice) ?? []);
  if (when.kind === "daily") {
    // The id is derived from the destination and the digest's due time, so that receivers recognize a retry.
    const due = waiting.filter((each) => dueAt(each, when) <= now);
    return [...Map.groupBy(due, (each) => dueAt(each, when))].map(([at, deliveries]) => ({
      id: `${to}-${at / minuteMs}`,
      to,
      notices: noticesOf(deliveries),
    }));
  }
  const sentLately = book.deliveries.filter(
    (each) => each.to === to && each.state === "delivered" && now - (parseInstant(each.doneAt) ?? 0) < hourMs,
  ).length;
  return waiting
    .slice(0, Math.max(0, maxMessagesPerHour - sentLately))
    .map((each) => ({ id: `${each.notice}-${to}`, to, notices: noticesOf([each]) }));
}

function dueAt({ at }: NoticeDelivery, when: DeliveryTime): number {
  const reportedAt = parseInstant(at) ?? 0;
  return when.kind === "daily" ? nextDigestAt(when, reportedAt) : reportedAt;
}

function waitingFor({ deliveries }: NoticeDocument, to: string): readonly NoticeDelivery[] {
  return deliveries.filter((each) => each.to === to && each.state === "waiting");
}

/** Result of sending a message. */
export type DeliveryOutcome =
  | { readonly kind: "delivered" }
  /** The owner may no longer see anything that the message is about. */
  | { readonly kind: "withheld" }
  /** Sending is retried. */
  | { readonly kind: "failed"; readonly why: DeliveryFailureCode; readonly retryAfterMs?: number }
  /** The receiver has permanently refused this message. */
  | { readonly kind: "lost"; readonly why: DeliveryFailureCode };

export const deliveryOutcomeKinds = [
  "delivered",
  "withheld",
  "failed",
  "lost",
] as const satisfies readonly DeliveryOutcome["kind"][];

export interface DeliveryResult {
  readonly message: DestinationMessage;
  readonly outcome: DeliveryOutcome;
  /** Time at which the message was sent, in epoch milliseconds. */
  readonly now: number;
  /** Random number between 0 and 1 that spreads retries in time after an outage of Almanac. */
  readonly chance: number;
}

/** Returns the stored notices updated after a message was delivered, given up or has to be retried. */
export function recordDeliveryOutcome(
  book: NoticeDocument,
  { message, outcome, now, chance }: DeliveryResult,
): NoticeDocument {
  const { to, notices } = message;
  const standing = book.standings[to] ?? {};
  if (outcome.kind === "failed") {
    const failure = failureAfter(standing, { why: outcome.why, now, chance, leastMs: outcome.retryAfterMs ?? 0 });
    return withStatus(book, to, { ...standing, failure });
  }
  const ids = new Set(notices.map(({ id }) => id));
  const doneAt = formatInstant(now);
  const { kind: state } = outcome;
  const end = { state, doneAt, ...(outcome.kind === "lost" && { why: outcome.why }) };
  const deliveries = book.deliveries.map((each) =>
    each.to === to && each.state === "waiting" && ids.has(each.notice) ? { ...each, ...end } : each,
  );
  const settled = { ...book, deliveries };
  if (outcome.kind === "lost") return countLost(settled, to, { now, why: outcome.why }, notices.length);
  if (outcome.kind === "withheld") return settled;
  const { failure: _, ...well } = standing;
  return withStatus(settled, to, { ...well, deliveredAt: doneAt });
}

interface Failing {
  readonly why: string;
  readonly now: number;
  readonly chance: number;
  readonly leastMs: number;
}

/** Pause before the next try: doubles with each try up to half an hour, randomly shortened by up to half. */
function failureAfter({ failure }: DestinationStatus, { why, now, chance, leastMs }: Failing) {
  const tries = (failure?.tries ?? 0) + 1;
  const stepMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, 10));
  const pauseMs = Math.max(stepMs * (0.5 + chance / 2), Math.min(leastMs, longestPauseMs));
  return { tries, since: failure?.since ?? formatInstant(now), next: formatInstant(now + pauseMs), why };
}

/** Gives up deliveries that have been due for a day, and drops deliveries to destinations that no longer exist. */
export function giveUpOldDeliveries(
  before: NoticeDocument,
  destinations: readonly TimedDestination[],
  now: number,
): NoticeDocument {
  const times = new Map(destinations.map(({ id, when }) => [id, when]));
  const there = before.deliveries.filter(({ to, state }) => state !== "waiting" || times.has(to));
  const known = there.length === before.deliveries.length ? before : { ...before, deliveries: there };
  const isOld = (each: NoticeDelivery) =>
    each.state === "waiting" && now - dueAt(each, times.get(each.to) ?? atOnce) > deliverWithinMs;
  if (!known.deliveries.some(isOld)) return known;
  const whyOf = (to: string) => known.standings[to]?.failure?.why ?? tooManyAnHour;
  const doneAt = formatInstant(now);
  const deliveries = known.deliveries.map(
    (each): NoticeDelivery => (isOld(each) ? { ...each, state: "lost", doneAt, why: whyOf(each.to) } : each),
  );
  let book: NoticeDocument = { ...known, deliveries };
  for (const { to } of known.deliveries.filter(isOld)) book = countLost(book, to, { now, why: whyOf(to) });
  return book;
}

/** Returns until when all waiting deliveries are paused, in epoch milliseconds; 0 when one may be due. */
export function deliveriesPausedUntil({ deliveries, standings }: NoticeDocument): number {
  const waiting = new Set(deliveries.flatMap(({ to, state }) => (state === "waiting" ? to : [])));
  return Math.min(...Array.from(waiting, (to) => parseInstant(standings[to]?.failure?.next ?? "") ?? 0));
}

export function isDeliveryWaiting({ deliveries }: NoticeDocument): boolean {
  return deliveries.some(({ state }) => state === "waiting");
}

/** Returns how long the oldest waiting delivery has been due; 0 when none is. */
export function oldestWaitMs(
  { deliveries }: NoticeDocument,
  destinations: readonly TimedDestination[],
  now: number,
): number {
  const times = new Map(destinations.map(({ id, when }) => [id, when]));
  const waiting = deliveries.filter(({ state }) => state === "waiting");
  return Math.max(0, ...waiting.map((each) => now - dueAt(each, times.get(each.to) ?? atOnce)));
}

function countLost(
  book: NoticeDocument,
  to: string,
  { now, why }: Pick<Failing, "now" | "why">,
  more = 1,
): NoticeDocument {
  const standing = book.standings[to] ?? {};
  return withStatus(book, to, {
    ...standing,
    lost: { count: (standing.lost?.count ?? 0) + more, at: formatInstant(now), why },
  });
}

function withStatus(book: NoticeDocument, to: string, standing: DestinationStatus): NoticeDocument {
  return { ...book, standings: { ...book.standings, [to]: standing } };
}

/** Clears the delivery status of a destination that was changed or deleted. */
export function clearDestinationStatus(book: NoticeDocument, to: string): NoticeDocument {
  const { [to]: held, ...standings } = book.standings;
  return held === undefined ? book : { ...book, standings };
}

type DailyHour = Omit<Extract<DeliveryTime, { readonly kind: "daily" }>, "kind">;

/** When a notice's daily digest is sent: the next time that the clock in the user's zone shows the chosen hour. */
export function nextDigestAt({ hour, zone }: DailyHour, reportedAt: number): number {
  const wall = reportedAt + offsetAt(zone, reportedAt);
  const today = Math.floor(wall / dayMs) * dayMs + hour * hourMs;
  return instantOf(zone, today > wall ? today : today + dayMs);
}

/** UTC offset of a time zone. An unknown zone counts as UTC, so that a wrong name does not block deliveries. */
function offsetAt(zone: string, at: number): number {
  const offsets = offsetsOfDay(zone, Math.floor(at / dayMs) * dayMs);
  if (offsets === undefined) return 0;
  return at < offsets.changeAt ? offsets.before : offsets.after;
}

/** Returns the instant of a wall-clock time: if skipped, that of the clock change; if repeated, the first. */
function instantOf(zone: string, wall: number): number {
  const offsets = offsetsOfDay(zone, wall);
  if (offsets === undefined) return wall;
  const early = wall - offsets.before;
  return early < offsets.changeAt ? early : Math.max(wall - offsets.after, offsets.changeAt);
}
