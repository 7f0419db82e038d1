import { clsx } from "clsx";
import { hueFillClasses, hueTintClasses } from "#components/ui/hue-classes.ts";
import { useWidth } from "#components/ui/state/use-width.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import {
  type TimeLineEvent,
  type TimeLineTrack,
  timeLineFutureMs,
  timeLinePastMs,
  timeLineTracks,
} from "#lib/view/cluster/time-line/time-line-event.ts";
import { type DisplayClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { TimeLineIcon } from "./time-line-icon.tsx";

interface TimeLineRailProps {
  readonly events: readonly TimeLineEvent[];
  readonly now: number;
  readonly clock: DisplayClock;
  /** Key of the event whose details are open. */
  readonly open: string | undefined;
  readonly onOpen: (key: string) => void;
}

const trackNames: Readonly<Record<TimeLineTrack, Message>> = {
  expiries: message("Versions end"),
  changes: message("Changes"),
  credentials: message("Credentials"),
  operations: message("Operations"),
};

/** Duration at the beginning that is stretched: the next two weeks get as much space as several later months. */
const nearMs = 14 * dayMs;
/** Positions of now and of the end of the next two weeks, in percent of the width. */
const [todayPlace, nearPlace] = [16, 42];

/** Returns the position of a time in percent of the width; times outside of the twelve months are at the edges. */
function placeOf(at: number, now: number): number {
  const away = at - now;
  if (away <= 0) return Math.max(0, todayPlace * (1 + away / timeLinePastMs));
  if (away <= nearMs) return todayPlace + (nearPlace - todayPlace) * (away / nearMs);
  return Math.min(100, nearPlace + (100 - nearPlace) * ((away - nearMs) / (timeLineFutureMs - nearMs)));
}

/**
 * Chart of twelve months with four tracks: version expirations, changes, credentials and past operations. Hidden from
 * screen readers, because the list below the chart has the same events.
 */
export function TimeLineRail({ events, now, clock, open, onOpen }: TimeLineRailProps) {
  const [width, measure] = useWidth();
  return (
    <div aria-hidden className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-2 max-sm:grid-cols-1">
      <div className="max-sm:hidden">
        {timeLineTracks.map((track) => (
          <p key={track} className="h-6 truncate text-xs leading-6 text-tertiary">
            {text(trackNames[track])}
          </p>
        ))}
      </div>
      <div ref={measure} className="relative h-29">
        <span className="absolute top-0 bottom-5 left-0 bg-surface" style={{ width: `${todayPlace}%` }} />
        {timeLineTracks.map((track, place) => (
          <Track
            key={track}
            events={events.filter((event) => event.track === track)}
            topPx={place * 24}
            width={width}
            {...{ now, open, onOpen }}
          />
        ))}
        <Axis now={now} clock={clock} width={width} />
        <span
          className="absolute top-0 bottom-5 w-px bg-ink forced-colors:bg-[CanvasText]"
          style={{ left: `${todayPlace}%` }}
        />
      </div>
    </div>
  );
}

interface TrackProps extends Omit<TimeLineRailProps, "clock"> {
  readonly topPx: number;
  readonly width: number | undefined;
}

const iconPx = 20;
const glyphPx = 6.4;
const gapPx = 10;

function Track({ events, topPx, width = 0, now, open, onOpen }: TrackProps) {
  const places = events.map(({ at }) => placeOf(at, now));
  /** Whether there is room for the label of an event before the next icon or the edge. */
  const isLabelled = ({ label }: TimeLineEvent, index: number) =>
    (((places[index + 1] ?? 100) - (places[index] ?? 0)) / 100) * width > iconPx + label.length * glyphPx + gapPx;
  return (
    <div className="absolute inset-x-0 h-6 border-b border-hairline" style={{ top: topPx }}>
      {events.map((event, index) => (
        <Mark
          key={event.key}
          event={event}
          left={places[index] ?? 0}
          isLabelled={isLabelled(event, index)}
          isOpen={open === event.key}
          now={now}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

interface MarkProps {
  readonly event: TimeLineEvent;
  /** Horizontal position in percent. */
  readonly left: number;
  readonly isLabelled: boolean;
  readonly isOpen: boolean;
  readonly now: number;
  readonly onOpen: (key: string) => void;
}

function Mark({ event, left, isLabelled, isOpen, now, onOpen }: MarkProps) {
  const { key, when, what, label } = event;
  return (
    <>
      <Period event={event} now={now} />
      <button
        type="button"
        tabIndex={-1}
        title={`${when}: ${what}`}
        onClick={() => onOpen(key)}
        className={clsx(
          "absolute top-0 flex h-6 -translate-x-2 cursor-pointer items-center gap-1 rounded-tag text-xs whitespace-nowrap text-secondary hover:z-10 hover:bg-hover hover:text-ink",
          isOpen && "z-10 bg-hover font-medium text-ink",
        )}
        style={{ left: `${left}%` }}
      >
        <TimeLineIcon event={event} />
        {isLabelled && label}
      </button>
    </>
  );
}

/** Bar behind an event's icon for the time that the event lasts, such as how long a cluster cannot be updated. */
function Period({ event: { kind, at, until, hue }, now }: { readonly event: TimeLineEvent; readonly now: number }) {
  if (kind === "stuck") {
    const [from, to] = [placeOf(at, now), until === undefined ? 100 : placeOf(until, now)];
    return (
      <span
        className={clsx("absolute inset-y-1 forced-colors:border", hueTintClasses[hue])}
        style={{ left: `${from}%`, width: `${to - from}%` }}
      />
    );
  }
  if (kind !== "credentials") return null;
  const [from, due] = [placeOf(at - defaultRotationIntervalMs, now), placeOf(at, now)];
  return (
    <>
      <span
        className="absolute bottom-0.5 h-0.5 bg-positive-solid forced-colors:bg-[CanvasText]"
        style={{ left: `${from}%`, width: `${due - from}%` }}
      />
      {at < now && (
        <span
          className={clsx("absolute bottom-0.5 h-0.5 forced-colors:bg-[CanvasText]", hueFillClasses[hue])}
          style={{ left: `${due}%`, width: `${todayPlace - due}%` }}
        />
      )}
    </>
  );
}

const leastLabelPx = 56;

/** Time axis with the days of two weeks and the first days of later months, labelled as far as there is room. */
function Axis({ now, clock, width = 0 }: AxisProps) {
  const marks = [
    { at: now, label: text("Today") },
    ...days.map((day) => ({
      at: now + day * dayMs,
      label: day === 7 || day === 14 ? dayLabel(now + day * dayMs, clock) : "",
    })),
    ...monthBegins(now).map((at) => ({ at, label: wallClockTimeOf(at, clock)?.month ?? "" })),
  ].sort((a, b) => a.at - b.at);
  let labelledUntilPx = Number.NEGATIVE_INFINITY;
  return marks.map(({ at, label }) => {
    const place = placeOf(at, now);
    const leftPx = (place / 100) * width;
    const isToday = at === now;
    // A label before today must not overlap the label of today, which is always shown.
    const reachesToday = !isToday && at < now && leftPx + leastLabelPx > (todayPlace / 100) * width;
    const isLabelled = label !== "" && !reachesToday && leftPx >= labelledUntilPx && leftPx + leastLabelPx / 2 < width;
    if (isLabelled) labelledUntilPx = leftPx + leastLabelPx;
    return (
      <span
        key={`${at} ${label}`}
        className={clsx(
          "absolute border-l border-hairline pl-1 text-xs leading-5 whitespace-nowrap tabular-nums",
          isToday ? "font-medium text-ink" : "text-tertiary",
          // Above a label the line is shorter, because there is no room for a full one.
          isLabelled ? "bottom-0" : "bottom-3.5 h-1.5",
        )}
        style={{ left: `${place}%` }}
      >
        {isLabelled && label}
      </span>
    );
  });
}

const days = Array.from({ length: 14 }, (_, index) => index + 1);

function dayLabel(at: number, clock: DisplayClock): string {
  const wall = wallClockTimeOf(at, clock);
  return wall === undefined ? "" : text("{day} {month}", { day: wall.day, month: wall.month });
}

interface AxisProps {
  readonly now: number;
  readonly clock: DisplayClock;
  readonly width: number | undefined;
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
