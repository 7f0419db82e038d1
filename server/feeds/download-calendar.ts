import "server-only";
import { text } from "#lib/language/text.ts";
import { exportsAtOnce } from "#server/boundary/exports-at-once.ts";
import type { Session } from "#server/identity/session.ts";
import { runCharged, runInTimeSlices } from "#server/processor-time/time-slices.ts";
import { calendarInput } from "./calendar-input.ts";
import { calendarResponse } from "./calendar-response.ts";
import type { FeedContext } from "./feed-context.ts";
import { feedEntriesTask } from "./feed-entries.ts";
import { publishEntries } from "./publish-entries.ts";
import { writeCalendar } from "./write-calendar.ts";

/** The calendar of a view as a one-time file that will not be updated. */
export async function downloadCalendar(context: FeedContext, session: Session, request: Request): Promise<Response> {
  const { reviews, scopes, fleet, now } = context;
  fleet.requireRead();
  context.heap.requireRoom("calendar");
  const scope = await scopes.scopeOf(session.token);
  const may = (_token: string, attributes: Parameters<typeof reviews.may>[1]) => reviews.may(session.token, attributes);
  const { search } = new URL(request.url);
  const make = async () => runInTimeSlices(feedEntriesTask(await calendarInput(context, { scope, may }, search)));
  const { entries, leftOut, unshown } = await exportsAtOnce.run(context.personOf(session.user.name), make);
  const at = now();
  const file = runCharged(() =>
    writeCalendar({
      name: "Almanac",
      description: [
        text("Almanac, as of {at}.", { at: new Date(at).toISOString() }),
        ...fleet.notLive(),
        ...fleet.caveats(),
        ...leftOut,
      ].join(" "),
      alarms: false,
      entries: publishEntries(entries, { before: {}, unshown, holdBack: false, now: at }).entries,
      origin: context.gardenUrl,
    }),
  );
  return calendarResponse(request, { file, modifiedAt: at, downloadAs: "almanac.ics" });
}
