import type { DeliveryTime, DestinationStanding } from "#lib/contract/destinations.ts";
import type { RuleNotice, WatchRule } from "#lib/contract/notices.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { offsetsOfDay } from "#lib/policy/hibernation/zone-offsets.ts";
import type { StoredDestination } from "./destination-book.ts";
import type { Delivery, NoticeBook } from "./notice-book.ts";
import type { Why } from "./why-words.ts";

const atOnce: DeliveryTime = { kind: "at-once" };
/** What is due for longer than this is not delivered any more. */
const deliverWithinMs = dayMs;
const firstPauseMs = 30 * secondMs;
const longestPauseMs = 30 * minuteMs;
/** What one destination is sent within an hour, so that no rule floods anybody. */
export const mostAnHour = 60;
const tooManyAnHour: Why = "too-many-an-hour";

interface Queueing {
  readonly notices: readonly RuleNotice[];
  readonly rules: readonly WatchRule[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What was told waits for each destination of its rule, from the write that tells it on. */
export function queueDeliveries(book: NoticeBook, { notices, rules, now }: Queueing): NoticeBook {
  const destinations = new Map(rules.map(({ id, to = [] }) => [id, to]));
  const news = notices.flatMap(({ id, rule, at }) =>
    (destinations.get(rule) ?? []).map((to): Delivery => ({ notice: id, to, at, state: "waiting" })),
  );
  const kept = new Set(book.notices.map(({ id }) => id));
  const all = [...book.deliveries, ...news];
  if (all.every(({ notice }) => kept.has(notice))) return news.length === 0 ? book : { ...book, deliveries: all };
  const queued = { ...book, deliveries: all.filter(({ notice }) => kept.has(notice)) };
  // A hundred newer ones have taken their place.
  const displaced = all.filter(({ notice, state }) => state === "waiting" && !kept.has(notice));
  let counted: NoticeBook = queued;
  for (const { to } of displaced) counted = countLost(counted, to, { now, why: "too-many-at-once" });
  return counted;
}

/** What is to be sent in one message, and under which id that message is known wherever it is sent again. */
export interface Message {
  readonly id: string;
  readonly to: string;
  readonly notices: readonly RuleNotice[];
}

/** A destination, and when it is sent what. */
export type Timed = Pick<StoredDestination, "id" | "when">;

/** The messages of one destination that are due, the oldest first; none while it is to be left alone. */
export function dueMessages(book: NoticeBook, { id: to, when }: Timed, now: number): readonly Message[] {
  const { failure } = book.standings[to] ?? {};
  if (failure !== undefined && now < (parseInstant(failure.next) ?? 0)) return [];
  const known = new Map(book.notices.map((notice) => [notice.id, notice]));
  const waiting = waitingFor(book, to);
  const noticesOf = (deliveries: readonly Delivery[]) => deliveries.flatMap(({ notice }) => known.get(notice) ?? []);
  if (when.kind === "daily") {
    // What belongs to one digest and when it was due make its id: sent again, it is the same one.
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
    .slice(0, Math.max(0, mostAnHour - sentLately))
    .map((each) => ({ id: `${each.notice}-${to}`, to, notices: noticesOf([each]) }));
}

function dueAt({ at }: Delivery, when: DeliveryTime): number {
  const toldAt = parseInstant(at) ?? 0;
  return when.kind === "daily" ? nextDigestAt(when, toldAt) : toldAt;
}

function waitingFor({ deliveries }: NoticeBook, to: string): readonly Delivery[] {
  return deliveries.filter((each) => each.to === to && each.state === "waiting");
}

/** What came of sending a message. */
export type Outcome =
  | { readonly kind: "delivered" }
  /** Nobody may see any more what it is about. */
  | { readonly kind: "withheld" }
  /** It is tried again. */
  | { readonly kind: "failed"; readonly why: Why; readonly retryAfterMs?: number }
  /** The receiver has said that it will never take this one. */
  | { readonly kind: "lost"; readonly why: Why };

export const outcomeKinds = ["delivered", "withheld", "failed", "lost"] as const satisfies readonly Outcome["kind"][];

export interface Settling {
  readonly message: Message;
  readonly outcome: Outcome;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Between 0 and 1, so that not all receivers of a sender that was away are asked at one time. */
  readonly chance: number;
}

/** The book after a message has come to an end, or has to be sent again. */
export function settleMessage(book: NoticeBook, { message, outcome, now, chance }: Settling): NoticeBook {
  const { to, notices } = message;
  const standing = book.standings[to] ?? {};
  if (outcome.kind === "failed") {
    const failure = failureAfter(standing, { why: outcome.why, now, chance, leastMs: outcome.retryAfterMs ?? 0 });
    return withStanding(book, to, { ...standing, failure });
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
  return withStanding(settled, to, { ...well, deliveredAt: doneAt });
}

interface Failing {
  readonly why: string;
  readonly now: number;
  readonly chance: number;
  readonly leastMs: number;
}

/** Twice as long after each try, to half an hour, and at least half of that. */
function failureAfter({ failure }: DestinationStanding, { why, now, chance, leastMs }: Failing) {
  const tries = (failure?.tries ?? 0) + 1;
  const stepMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, 10));
  const pauseMs = Math.max(stepMs * (0.5 + chance / 2), Math.min(leastMs, longestPauseMs));
  return { tries, since: failure?.since ?? formatInstant(now), next: formatInstant(now + pauseMs), why };
}

/** Gives up what is due for a day, and forgets what waits for a destination that is gone. */
export function giveUpOld(before: NoticeBook, destinations: readonly Timed[], now: number): NoticeBook {
  const times = new Map(destinations.map(({ id, when }) => [id, when]));
  const there = before.deliveries.filter(({ to, state }) => state !== "waiting" || times.has(to));
  const known = there.length === before.deliveries.length ? before : { ...before, deliveries: there };
  const isOld = (each: Delivery) =>
    each.state === "waiting" && now - dueAt(each, times.get(each.to) ?? atOnce) > deliverWithinMs;
  if (!known.deliveries.some(isOld)) return known;
  const whyOf = (to: string) => known.standings[to]?.failure?.why ?? tooManyAnHour;
  const doneAt = formatInstant(now);
  const deliveries = known.deliveries.map(
    (each): Delivery => (isOld(each) ? { ...each, state: "lost", doneAt, why: whyOf(each.to) } : each),
  );
  let book: NoticeBook = { ...known, deliveries };
  for (const { to } of known.deliveries.filter(isOld)) book = countLost(book, to, { now, why: whyOf(to) });
  return book;
}

/** Until when all that waits is left alone, in epoch milliseconds; 0 when something of it may be due. */
export function restsUntil({ deliveries, standings }: NoticeBook): number {
  const waiting = new Set(deliveries.flatMap(({ to, state }) => (state === "waiting" ? to : [])));
  return Math.min(...Array.from(waiting, (to) => parseInstant(standings[to]?.failure?.next ?? "") ?? 0));
}

export function isWaiting({ deliveries }: NoticeBook): boolean {
  return deliveries.some(({ state }) => state === "waiting");
}

/** For how long the oldest is due; 0 when nothing is. */
export function oldestWaitMs({ deliveries }: NoticeBook, destinations: readonly Timed[], now: number): number {
  const times = new Map(destinations.map(({ id, when }) => [id, when]));
  const waiting = deliveries.filter(({ state }) => state === "waiting");
  return Math.max(0, ...waiting.map((each) => now - dueAt(each, times.get(each.to) ?? atOnce)));
}

function countLost(book: NoticeBook, to: string, { now, why }: Pick<Failing, "now" | "why">, more = 1): NoticeBook {
  const standing = book.standings[to] ?? {};
  return withStanding(book, to, {
    ...standing,
    lost: { count: (standing.lost?.count ?? 0) + more, at: formatInstant(now), why },
  });
}

function withStanding(book: NoticeBook, to: string, standing: DestinationStanding): NoticeBook {
  return { ...book, standings: { ...book.standings, [to]: standing } };
}

/** A destination that was changed or deleted begins with a clean sheet. */
export function forgetStanding(book: NoticeBook, to: string): NoticeBook {
  const { [to]: held, ...standings } = book.standings;
  return held === undefined ? book : { ...book, standings };
}

type DailyHour = Omit<Extract<DeliveryTime, { readonly kind: "daily" }>, "kind">;

/** When a day's digest goes that holds what was told then: the next time that a clock there shows the hour. */
export function nextDigestAt({ hour, zone }: DailyHour, toldAt: number): number {
  const wall = toldAt + offsetAt(zone, toldAt);
  const today = Math.floor(wall / dayMs) * dayMs + hour * hourMs;
  return instantOf(zone, today > wall ? today : today + dayMs);
}

/** A zone that is not known counts as UTC: what is to be delivered is not kept back for a name. */
function offsetAt(zone: string, at: number): number {
  const offsets = offsetsOfDay(zone, Math.floor(at / dayMs) * dayMs);
  if (offsets === undefined) return 0;
  return at < offsets.changeAt ? offsets.before : offsets.after;
}

/** Of an hour that a clock leaves out, the instant at which it does; of one that it shows twice, the first. */
function instantOf(zone: string, wall: number): number {
  const offsets = offsetsOfDay(zone, wall);
  if (offsets === undefined) return wall;
  const early = wall - offsets.before;
  return early < offsets.changeAt ? early : Math.max(wall - offsets.after, offsets.changeAt);
}
