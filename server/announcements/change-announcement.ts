import "server-only";
import { randomBytes } from "node:crypto";
import { changeAnnouncements } from "#lib/announcements/change-announcements.ts";
import {
  type AnnouncementChangeRequest,
  announcementChangeResponseSchema,
  announcementLimits,
} from "#lib/contract/announcements/announcements.ts";
import { text } from "#lib/language/text.ts";
import type { EntryError } from "#lib/stored-entries/change-entries.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { updateDocument } from "#server/storage/document-store.ts";
import { announcementStore, noAnnouncementStorage } from "./announcement-book.ts";
import type { AnnouncementContext } from "./announcement-context.ts";

/**
 * Saves, changes or deletes an announcement with the caller's own permissions: the garden decides who may write the
 * ConfigMap in Almanac's namespace.
 */
export async function changeAnnouncement({
  app,
  session,
  signal,
  body,
  note,
}: RouteCall<AnnouncementContext, Session, AnnouncementChangeRequest>): Promise<Response> {
  note({ change: body.kind });
  rejectEmptyTime(body);
  if (app.ownKeeping === undefined) throw new ProblemError("not-ready", { detail: noAnnouncementStorage() });
  const store = announcementStore(app.withToken(session.token), app.ownKeeping.namespace, signal);
  const hand = { by: session.user.name, at: new Date(app.now()).toISOString(), newId: randomBytes(6).toString("hex") };
  const announcement = await updateDocument(store, (before) => {
    const changed = changeAnnouncements(before, body, hand);
    if (!changed.ok) throw new ProblemError("conflict", { detail: detailOf(changed.error) });
    return { book: changed.value.book, value: changed.value.entry };
  }).finally(() => app.announcements.changed());
  return createVisibleJsonResponse(
    announcementChangeResponseSchema.parse(announcement === undefined ? {} : { announcement }),
  );
}

/** @throws ProblemError if an announcement ends before it begins, so that nobody would ever see it */
function rejectEmptyTime(body: AnnouncementChangeRequest): void {
  if (body.kind === "delete" || body.from === undefined || body.until === undefined) return;
  if (Date.parse(body.from) < Date.parse(body.until)) return;
  const detail = text("The end is not after the beginning.");
  throw new ProblemError("invalid-request", { detail, causes: [{ field: "until", message: detail }] });
}

function detailOf(error: EntryError): string {
  switch (error) {
    case "too-many":
      return text("There are {announcements} announcements already; delete one first.", {
        announcements: announcementLimits.announcements,
      });
    case "name-taken":
    case "unknown-entry":
      return text("This announcement no longer exists.");
    case "changed-meanwhile":
      return text("Somebody else has changed this announcement since you saw it.");
  }
}
