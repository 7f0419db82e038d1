import "server-only";
import { type SettingsChangeRequest, settingsSchema } from "#lib/contract/settings.ts";
import { text } from "#lib/language/text.ts";
import { applySettingsChange as changed, knownSettingsOf } from "#lib/user-settings/settings-document.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import { updateDocument } from "#server/storage/document-store.ts";
import { describeStorageError } from "#server/storage/own-keeping.ts";
import { noSettingsStorageMessage, type SettingsContext, settingsDocumentStore } from "./settings-document-store.ts";

/**
 * Stores the caller's settings without overwriting concurrent changes of other settings. The audit line contains the
 * names of settings, not their values.
 */
export async function changeSettings(
  call: RouteCall<SettingsContext, Session, SettingsChangeRequest>,
): Promise<Response> {
  const { app, session, body, note, signal } = call;
  note({ settings: Object.keys(body).sort().join(" ") });
  const { ownKeeping, reviews } = app;
  if (ownKeeping === undefined) throw new ProblemError("not-ready", { detail: text(noSettingsStorageMessage) });
  const { name: owner } = await reviews.identityOf(session.token);
  try {
    const settings = await updateDocument(settingsDocumentStore(ownKeeping, owner, signal), (held) => {
      const book = changed(held, body);
      return { book, value: knownSettingsOf(book) };
    });
    return createVisibleJsonResponse(settingsSchema.parse({ settings }));
  } catch (error) {
    throw new ProblemError("not-ready", { detail: describeStorageError(error, ownKeeping) }, { cause: error });
  }
}
