import "server-only";
import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventRepeatingFreq,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import { dayMs } from "#lib/kube/time-units.ts";
import type { PublishedEntry } from "./publish-entries.ts";

export interface CalendarFile {
  readonly name: string;
  readonly description: string;
  readonly alarms: boolean;
  readonly entries: readonly PublishedEntry[];
  /** Almanac's public origin for links and UIDs, such as `https://almanac.example.com`; undefined if not configured. */
  readonly origin: string | undefined;
}

const refreshSeconds = 6 * 3600;
const daySeconds = 86_400;
const alarmDays = [30, 7, 1];

/** Host name that makes the UIDs of calendar entries globally unique. */
function hostOf(origin: string | undefined): string {
  return origin === undefined ? "almanac.invalid" : new URL(origin).hostname;
}

function midnightOf(at: number): Date {
  return new Date(Math.floor(at / dayMs) * dayMs);
}

/** Escapes a calendar property, which ical-generator does not do: a line break would start a new property. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, "\\n");
}

/** Writes an iCalendar file (RFC 5545, RFC 7986). Equal input gives equal bytes, without a time of writing. */
export function writeCalendar({ name, description, alarms, entries, origin }: CalendarFile): string {
  const calendar = ical({
    name: escapeText(name),
    description: escapeText(description),
    prodId: { company: "Almanac", product: "Gardener calendar", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    scale: "GREGORIAN",
    ttl: refreshSeconds,
    color: "#155bd8",
    ...(origin === undefined ? {} : { url: `${origin}/calendar` }),
  });
  for (const entry of entries) {
    const { id, startAt, endAt, summary, modifiedAt, sequence, cancelled, repeatsDaily, repeatsUntil } = entry;
    const until = repeatsUntil === undefined ? {} : { until: new Date(repeatsUntil) };
    const times =
      endAt === undefined
        ? {
            start: midnightOf(startAt),
            end: new Date(midnightOf(startAt).getTime() + dayMs),
            allDay: true,
            timezone: "UTC",
          }
        : { start: new Date(startAt), end: new Date(endAt) };
    const event = calendar.createEvent({
      id: `${id}@${hostOf(origin)}`,
      ...times,
      summary,
      description: entry.description,
      stamp: new Date(modifiedAt),
      lastModified: new Date(modifiedAt),
      sequence,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
      class: ICalEventClass.PRIVATE,
      ...(origin === undefined ? {} : { url: `${origin}${entry.path}` }),
      ...(repeatsDaily ? { repeating: { freq: ICalEventRepeatingFreq.DAILY, ...until } } : {}),
    });
    if (!alarms || cancelled || repeatsDaily) continue;
    for (const days of alarmDays) {
      event.createAlarm({ type: ICalAlarmType.display, triggerBefore: days * daySeconds, description: summary });
    }
  }
  return calendar.toString();
}
