import { dayMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { type DisplayClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { type TimeLineEvent, timeLineFutureMs, timeLinePastMs } from "./time-line-event.ts";

/** Duration after now that is stretched: the next two weeks get as much space as several later months. */
const nearMs = 14 * dayMs;
/** Positions of now and of the end of the next two weeks, in percent of the width. */
export const [todayPercent, nearPercent] = [16, 42];

/** Returns the position of a time in percent of the width; times outside of the twelve months are at the edges. */
export function timeLinePercent(at: number, now: number): number {
  const away = at - now;
  if (away <= 0) return Math.max(0, todayPercent * (1 + away / timeLinePastMs));
  if (away <= nearMs) return todayPercent + (nearPercent - todayPercent) * (away / nearMs);
  return Math.min(100, nearPercent + (100 - nearPercent) * ((away - nearMs) / (timeLineFutureMs - nearMs)));
}

/** A text of the chart with its place, in px. */
export interface TimeLineLabel {
  readonly label: string;
  readonly leftPx: number;
  /** Estimated width of the text. */
  readonly widthPx: number;
}

const glyphPx = 6.4;
const gapPx = 6;
const textWidthPx = (label: string) => Math.ceil(label.length * glyphPx);

/** A mark on a track: one event, or several that are too close to each other for marks of their own. */
export interface TimeLineMark {
  /** Events in time order. */
  readonly events: readonly TimeLineEvent[];
  /** Position of the mark's left edge, and width of its symbol, in px. */
  readonly leftPx: number;
  readonly symbolPx: number;
  /** Label beside the mark; undefined if there is no room for it. */
  readonly label: TimeLineLabel | undefined;
}

const iconPx = 16;
/** Width of the number after the icon of a mark with several events. */
const countPx = 14;

/**
 * Places the events of one track: a symbol for each, a symbol with a number for those that would collide, and labels
 * as far as they reach no other symbol.
 *
 * @param events in time order
 */
export function layoutTimeLineTrack(
  events: readonly TimeLineEvent[],
  { now, widthPx }: { readonly now: number; readonly widthPx: number },
): readonly TimeLineMark[] {
  const leftOf = (at: number) =>
    Math.max(0, Math.min(widthPx - iconPx, (timeLinePercent(at, now) / 100) * widthPx - iconPx / 2));
  const groups: { events: TimeLineEvent[]; leftPx: number; symbolPx: number }[] = [];
  for (const event of events) {
    const leftPx = leftOf(event.at);
    const last = groups.at(-1);
    if (last === undefined || leftPx >= last.leftPx + last.symbolPx) {
      groups.push({ events: [event], leftPx, symbolPx: iconPx });
    } else {
      last.events.push(event);
      last.symbolPx = iconPx + countPx;
      last.leftPx = Math.min(last.leftPx, Math.max(0, widthPx - last.symbolPx));
    }
  }
  return groups.map((group, index) => {
    const [only] = group.events;
    const label = group.events.length === 1 && only ? only.label : "";
    const leftPx = group.leftPx + group.symbolPx + gapPx / 2;
    const room = (groups[index + 1]?.leftPx ?? widthPx) - leftPx - gapPx;
    const placed = { label, leftPx, widthPx: textWidthPx(label) };
    return { ...group, label: label !== "" && placed.widthPx <= room ? placed : undefined };
  });
}

/** A tick of the time axis, with a label if there is room. */
export interface TimeLineTick {
  readonly at: number;
  readonly leftPx: number;
  readonly isToday: boolean;
  readonly label: TimeLineLabel | undefined;
}

interface AxisInput {
  readonly now: number;
  readonly clock: DisplayClock;
  readonly widthPx: number;
}

/** Returns the ticks of the time axis: the days of the next two weeks, and the first days of the other months. */
export function layoutTimeLineAxis({ now, clock, widthPx }: AxisInput): readonly TimeLineTick[] {
  const dayTicks = Array.from({ length: 14 }, (_, index) => {
    const at = now + (index + 1) * dayMs;
    return { at, label: index === 6 || index === 13 ? dayLabel(at, clock) : "" };
  });
  const monthTicks = monthBegins(now).map((at) => ({ at, label: wallClockTimeOf(at, clock)?.month ?? "" }));
  const leftOf = (at: number) => (timeLinePercent(at, now) / 100) * widthPx;
  const todayPx = leftOf(now);
  let takenPx = 0;
  return [{ at: now, label: text("Today") }, ...dayTicks, ...monthTicks]
    .sort((a, b) => a.at - b.at)
    .map(({ at, label }) => {
      const isToday = at === now;
      const placed = { label, leftPx: leftOf(at) + 4, widthPx: textWidthPx(label) };
      const endPx = placed.leftPx + placed.widthPx + gapPx;
      // Today is always labelled, so no label before it may reach it.
      const isFree = isToday || (placed.leftPx >= takenPx && endPx <= (at < now ? todayPx : widthPx));
      const isLabelled = label !== "" && isFree;
      if (isLabelled) takenPx = endPx;
      return { at, leftPx: leftOf(at), isToday, label: isLabelled ? placed : undefined };
    });
}

function dayLabel(at: number, clock: DisplayClock): string {
  const wall = wallClockTimeOf(at, clock);
  return wall === undefined ? "" : text("{day} {month}", { day: wall.day, month: wall.month });
}

/** Returns the first days of the months, except within the next two weeks, for which each day is shown. */
function monthBegins(now: number): readonly number[] {
  const date = new Date(now - timeLinePastMs);
  const begins = Array.from({ length: 13 }, (_, index) =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + index, 1),
  );
  return begins.filter(
    (at) => at > now - timeLinePastMs && at < now + timeLineFutureMs && (at < now || at > now + nearMs + 7 * dayMs),
  );
}

/** A part of the axis with a scale of its own. */
export interface TimeLineScalePart {
  readonly fromPercent: number;
  readonly toPercent: number;
  /** Name of the part, the longest for which there is room. */
  readonly label: TimeLineLabel | undefined;
}

const scaleParts: readonly { readonly from: number; readonly to: number; readonly names: readonly Message[] }[] = [
  { from: 0, to: todayPercent, names: [message("Last two months"), message("months")] },
  {
    from: todayPercent,
    to: nearPercent,
    names: [message("Next two weeks, by day"), message("Two weeks"), message("days")],
  },
  { from: nearPercent, to: 100, names: [message("Later months"), message("months")] },
];

/** Returns the three parts of the axis, which have different scales, each with a name that fits. */
export function timeLineScaleParts(widthPx: number): readonly TimeLineScalePart[] {
  return scaleParts.map(({ from, to, names }) => {
    const [fromPx, toPx] = [(from / 100) * widthPx, (to / 100) * widthPx];
    const label = names
      .map((name) => text(name))
      .map((name) => ({ label: name, leftPx: 0, widthPx: textWidthPx(name) }))
      .find((name) => name.widthPx + 2 * gapPx <= toPx - fromPx);
    return {
      fromPercent: from,
      toPercent: to,
      label: label && { ...label, leftPx: fromPx + (toPx - fromPx - label.widthPx) / 2 },
    };
  });
}
