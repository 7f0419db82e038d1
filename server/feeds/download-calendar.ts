import "server-only";
import { text } from "#lib/language/text.ts";
import { exportConcurrencyLimit } from "#server/boundary/exports-at-once.ts";
import type { Session } from "#server/identity/session.ts";
import { chargeProcessorTime, runInTimeSlices } from "#server/processor-time/time-slices.ts";
import { calendarResponse } from "./calendar-response.ts";
import type { FeedContext } from "./feed-context.ts";
import { feedEntriesTask } from "./feed-entries.ts";
import { publishEntries } from "./publish-entries.ts";
import { readCalendarInput } from "./read-calendar-input.ts";
import { writeCalendar } from "./write-calendar.ts";

/** A view's calendar as a file to download, which is not updated later. */
export async function downloadCalendar(context: FeedContext, session: Session, request: Request): Promise<Response> {
  const { reviews, scopes, fleet, now } = context;
  fleet.requireRead();
  context.heap.requireRoom("calendar");
  const scope = await scopes.scopeOf(session.token);
  const may = (_token: string, attributes: Parameters<typeof reviews.may>[1]) => reviews.may(session.token, attributes);
  const { search } = new URL(request.url);
  const make = async () => runInTimeSlices(feedEntriesTask(await readCalendarInput(context, { scope, may }, search)));
  const { entries, leftOut, unshown } = await exportConcurrencyLimit.run(context.personOf(session.user.name), make);
  const at = now();
  const file = chargeProcessorTime(() =>
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
