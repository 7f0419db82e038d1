"use client";

import { Moon, Sun } from "lucide-react";
import { useTimeZone } from "#components/data/address/use-clock.ts";
import { text } from "#lib/language/text.ts";
import type { ScheduleForm } from "#lib/view/hibernation/schedule-form.ts";
import { type ScheduleProspect, scheduleProspect } from "#lib/view/hibernation/schedule-prospect.ts";
import { type Clock, utcClock } from "#lib/words/clock.ts";
import { formatDateTime, formatRelative } from "#lib/words/format-time.ts";
import type { Cluster } from "../use-cluster.ts";

interface NextEventsProps {
  readonly cluster: Cluster;
  readonly forms: readonly ScheduleForm[];
  readonly now: number;
  /** What is foreseen is of what is typed, not of what the garden holds. */
  readonly draft: boolean;
}

const shown = 3;

/** Which schedule comes next, each in its own time zone, in the reader's, and in UTC. */
export function NextEvents({ cluster: { shoot, detail }, forms, now, draft }: NextEventsProps) {
  if (now === 0) return null;
  const prospect = scheduleProspect(shoot, forms, { now, draft, view: detail.view });
  const events = prospect.events.slice(0, shown);
  if (events.length === 0 && prospect.notes.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="text-sm font-semibold">{draft ? text("Next, as typed") : text("Next", {}, "heading")}</h3>
      {prospect.notes.map((note) => (
        <p key={note} className="mt-1.5 text-sm text-pretty">
          {note}
        </p>
      ))}
      <ol className="mt-1.5 flex flex-col gap-2">
        {events.map((event) => (
          <Event key={`${event.schedule} ${event.kind}`} event={event} now={now} />
        ))}
      </ol>
    </div>
  );
}

function Event({
  event: { kind, at, location, schedule, doubt },
  now,
}: {
  readonly event: ScheduleProspect["events"][number];
  readonly now: number;
}) {
  const timeZone = useTimeZone();
  const clockOf = (name: string): Clock => ({ kind: "zone", timeZone: name });
  const clocks = [
    { zone: location, name: location, words: formatDateTime(at, clockOf(location)) },
    { zone: timeZone, name: text("You, {timeZone}", { timeZone }), words: formatDateTime(at, clockOf(timeZone)) },
    { zone: "UTC", name: "UTC", words: formatDateTime(at, utcClock) },
  ];
  const own = clocks.filter(({ zone }, index) => index === 0 || zone !== location);
  return (
    <li className="text-sm">
      <p className="flex items-center gap-1.5 font-medium [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-info-solid">
        {kind === "hibernate" ? <Moon aria-hidden /> : <Sun aria-hidden />}
        {kind === "hibernate" ? text("Falls asleep") : text("Wakes up")} {formatRelative(at, now)}
        <span className="font-normal text-tertiary">{text("by schedule {number}", { number: schedule + 1 })}</span>
      </p>
      {doubt !== undefined && <p className="mt-0.5 pl-5.5 text-pretty text-secondary">{doubt}</p>}
      <dl className="mt-0.5 grid grid-cols-[auto_1fr] gap-x-4 pl-5.5">
        {own.map(({ name, words }) => (
          <div key={name} className="contents">
            <dt className="text-tertiary">{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
