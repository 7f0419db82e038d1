import { clsx } from "clsx";
import { hueFill, hueTint } from "#components/ui/hue-classes.ts";
import { useWidth } from "#components/ui/state/use-width.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import {
  aheadMs,
  behindMs,
  type TimeLineEvent,
  type TimeLineTrack,
  timeLineTracks,
} from "#lib/view/cluster/time-line/time-line-event.ts";
import { type DisplayClock, wallTime } from "#lib/words/clock.ts";
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

/** The next two weeks, in which most decisions fall, get as much room as several months after them. */
const nearMs = 14 * dayMs;
/** Where the past ends and where the next two weeks end, in per cent. */
const [todayPlace, nearPlace] = [16, 42];

/** Place of an instant in per cent; those outside of the twelve months stand at the edges. */
function placeOf(at: number, now: number): number {
  const away = at - now;
  if (away <= 0) return Math.max(0, todayPlace * (1 + away / behindMs));
  if (away <= nearMs) return todayPlace + (nearPlace - todayPlace) * (away / nearMs);
  return Math.min(100, nearPlace + (100 - nearPlace) * ((away - nearMs) / (aheadMs - nearMs)));
}

/**
 * The twelve months as a picture: a track each for ends of versions, changes, credentials and past operations. The list
 * below has the same events, so the picture is hidden from assistive technology.
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
  /** A label that would reach the next mark or the edge is left out. */
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
  /** In per cent. */
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

/** The period of an event behind its mark: how long a cluster is stuck, and how old credentials are. */
function Period({ event: { kind, at, until, hue }, now }: { readonly event: TimeLineEvent; readonly now: number }) {
  if (kind === "stuck") {
    const [from, to] = [placeOf(at, now), until === undefined ? 100 : placeOf(until, now)];
    return (
      <span
        className={clsx("absolute inset-y-1 forced-colors:border", hueTint[hue])}
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
          className={clsx("absolute bottom-0.5 h-0.5 forced-colors:bg-[CanvasText]", hueFill[hue])}
          style={{ left: `${due}%`, width: `${todayPlace - due}%` }}
        />
      )}
    </>
  );
}

const leastLabelPx = 56;

/** Days of the next two weeks, first days of the months, and as many labels as fit. */
function Axis({ now, clock, width = 0 }: AxisProps) {
  const marks = [
    { at: now, label: text("Today") },
    ...days.map((day) => ({
      at: now + day * dayMs,
      label: day === 7 || day === 14 ? dayLabel(now + day * dayMs, clock) : "",
    })),
    ...monthBegins(now).map((at) => ({ at, label: wallTime(at, clock)?.month ?? "" })),
  ].sort((a, b) => a.at - b.at);
  let labelledUntilPx = Number.NEGATIVE_INFINITY;
  return marks.map(({ at, label }) => {
    const place = placeOf(at, now);
    const leftPx = (place / 100) * width;
    const isToday = at === now;
    // Today is always labelled, so nothing may reach it.
    const reachesToday = !isToday && at < now && leftPx + leastLabelPx > (todayPlace / 100) * width;
    const isLabelled = label !== "" && !reachesToday && leftPx >= labelledUntilPx && leftPx + leastLabelPx / 2 < width;
    if (isLabelled) labelledUntilPx = leftPx + leastLabelPx;
    return (
      <span
        key={`${at} ${label}`}
        className={clsx(
          "absolute border-l border-hairline pl-1 text-xs leading-5 whitespace-nowrap tabular-nums",
          isToday ? "font-medium text-ink" : "text-tertiary",
          // Beneath a label there is no room for a whole line.
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
  const wall = wallTime(at, clock);
  return wall === undefined ? "" : text("{day} {month}", { day: wall.day, month: wall.month });
}

interface AxisProps {
  readonly now: number;
  readonly clock: DisplayClock;
  readonly width: number | undefined;
}

/** First days of the months but those within the next two weeks, which are shown by day. */
function monthBegins(now: number): readonly number[] {
  const date = new Date(now - behindMs);
  const begins = Array.from({ length: 13 }, (_, index) =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + index, 1),
  );
  return begins.filter(
    (at) => at > now - behindMs && at < now + aheadMs && (at < now || at > now + nearMs + 7 * dayMs),
  );
}
