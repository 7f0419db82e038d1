import { clsx } from "clsx";
import { hueFillClasses, hueTintClasses } from "#components/ui/hue-classes.ts";
import { useWidth } from "#components/ui/state/use-width.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import { type TimeLineEvent, type TimeLineTrack, timeLineTracks } from "#lib/view/cluster/time-line/time-line-event.ts";
import {
  layoutTimeLineAxis,
  layoutTimeLineTrack,
  nearPercent,
  type TimeLineMark,
  timeLinePercent,
  timeLineScaleParts,
  todayPercent,
} from "#lib/view/cluster/time-line/time-line-layout.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";
import { TimeLineIcon } from "./time-line-icon.tsx";

interface TimeLineRailProps {
  readonly events: readonly TimeLineEvent[];
  readonly now: number;
  readonly clock: DisplayClock;
  /** Keys of the events whose details are open. */
  readonly open: readonly string[];
  readonly onOpen: (keys: readonly string[]) => void;
}

const trackNames: Readonly<Record<TimeLineTrack, Message>> = {
  expiries: message("Versions end"),
  changes: message("Changes"),
  credentials: message("Credentials"),
  operations: message("Operations"),
};

/**
 * Chart of twelve months with four tracks: version expirations, changes, credentials and past operations. Its scale
 * changes today and in two weeks, which the axis marks. Hidden from screen readers, because the list below the chart
 * has the same events.
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
      <div ref={measure} className="relative h-33">
        <span className="absolute top-0 bottom-9 left-0 bg-surface" style={{ width: `${todayPercent}%` }} />
        {timeLineTracks.map((track, place) => (
          <Track
            key={track}
            events={events.filter((event) => event.track === track)}
            topPx={place * 24}
            width={width}
            {...{ now, open, onOpen }}
          />
        ))}
        <span
          className="absolute top-0 bottom-9 border-l border-dashed border-tertiary"
          style={{ left: `${nearPercent}%` }}
        />
        {width !== undefined && <Axis now={now} clock={clock} width={width} />}
        <span
          className="absolute top-0 bottom-9 w-px bg-ink forced-colors:bg-[CanvasText]"
          style={{ left: `${todayPercent}%` }}
        />
      </div>
    </div>
  );
}

interface TrackProps extends Omit<TimeLineRailProps, "clock"> {
  readonly topPx: number;
  readonly width: number | undefined;
}

function Track({ events, topPx, width, now, open, onOpen }: TrackProps) {
  return (
    <div className="absolute inset-x-0 h-6 border-b border-hairline" style={{ top: topPx }}>
      {events.map((event) => (
        <Period key={event.key} event={event} now={now} />
      ))}
      {width !== undefined &&
        layoutTimeLineTrack(events, { now, widthPx: width }).map((mark) => (
          <Mark
            key={mark.events.map(({ key }) => key).join("\n")}
            mark={mark}
            isOpen={mark.events.every(({ key }) => open.includes(key))}
            onOpen={onOpen}
          />
        ))}
    </div>
  );
}

interface MarkProps {
  readonly mark: TimeLineMark;
  readonly isOpen: boolean;
  readonly onOpen: TimeLineRailProps["onOpen"];
}

/** Mark of one event, or of several with their number; it opens them in the list. */
function Mark({ mark: { events, leftPx, label }, isOpen, onOpen }: MarkProps) {
  const [first] = events;
  if (first === undefined) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      title={events.map(({ when, what }) => `${when}: ${what}`).join("\n")}
      onClick={() => onOpen(events.map(({ key }) => key))}
      className={clsx(
        "absolute top-0 flex h-6 cursor-pointer items-center gap-0.5 rounded-tag text-xs whitespace-nowrap text-secondary hover:z-10 hover:bg-hover hover:text-ink",
        isOpen && "z-10 bg-hover font-medium text-ink",
      )}
      style={{ left: leftPx }}
    >
      <TimeLineIcon event={mostUrgentOf(events, first)} />
      {events.length > 1 ? (
        <span className="font-medium tabular-nums">{formatNumber(events.length)}</span>
      ) : (
        label?.label
      )}
    </button>
  );
}

const urgency: readonly StatusHue[] = ["negative", "caution"];

/** Returns the event whose icon stands for all events of a mark: the most urgent, or else the first. */
function mostUrgentOf(events: readonly TimeLineEvent[], first: TimeLineEvent): TimeLineEvent {
  for (const hue of urgency) {
    const urgent = events.find((event) => event.hue === hue);
    if (urgent !== undefined) return urgent;
  }
  return first;
}

/** Bar behind an event's icon for the time that the event lasts, such as how long a cluster cannot be updated. */
function Period({ event: { kind, at, until, hue }, now }: { readonly event: TimeLineEvent; readonly now: number }) {
  if (kind === "stuck") {
    const [from, to] = [timeLinePercent(at, now), until === undefined ? 100 : timeLinePercent(until, now)];
    return (
      <span
        className={clsx("absolute inset-y-1 forced-colors:border", hueTintClasses[hue])}
        style={{ left: `${from}%`, width: `${to - from}%` }}
      />
    );
  }
  if (kind !== "credentials") return null;
  const [from, due] = [timeLinePercent(at - defaultRotationIntervalMs, now), timeLinePercent(at, now)];
  return (
    <>
      <span
        className="absolute bottom-0.5 h-0.5 bg-positive-solid forced-colors:bg-[CanvasText]"
        style={{ left: `${from}%`, width: `${due - from}%` }}
      />
      {at < now && (
        <span
          className={clsx("absolute bottom-0.5 h-0.5 forced-colors:bg-[CanvasText]", hueFillClasses[hue])}
          style={{ left: `${due}%`, width: `${todayPercent - due}%` }}
        />
      )}
    </>
  );
}

interface AxisProps {
  readonly now: number;
  readonly clock: DisplayClock;
  readonly width: number;
}

/** Time axis with days and months, labelled as far as there is room, and below it the parts with different scales. */
function Axis({ now, clock, width }: AxisProps) {
  return (
    <>
      {layoutTimeLineAxis({ now, clock, widthPx: width }).map(({ at, leftPx, isToday, label }) => (
        <span
          key={at}
          className={clsx(
            "absolute border-l border-hairline pl-1 text-xs leading-5 whitespace-nowrap tabular-nums",
            isToday ? "font-medium text-ink" : "text-tertiary",
            // Without a label the line is shorter.
            label ? "bottom-4" : "bottom-7.5 h-1.5",
          )}
          style={{ left: leftPx }}
        >
          {label?.label}
        </span>
      ))}
      {timeLineScaleParts(width).map(({ fromPercent, toPercent, label }) => (
        <span
          key={fromPercent}
          className="absolute bottom-0 border-x border-t border-tertiary/60 text-center text-xs leading-4 text-tertiary"
          style={{ left: `calc(${fromPercent}% + 1px)`, width: `calc(${toPercent - fromPercent}% - 2px)`, height: 16 }}
        >
          {label?.label}
        </span>
      ))}
    </>
  );
}
