import "server-only";
import type { Settings } from "#lib/contract/settings.ts";
import { text } from "#lib/language/text.ts";
import { knownSettingsOf } from "#lib/user-settings/settings-document.ts";
import type { Session } from "#server/identity/session.ts";
import { findDocument } from "#server/storage/document-store.ts";
import { describeStorageError } from "#server/storage/own-keeping.ts";
import { noSettingsStorageMessage, type SettingsContext, settingsDocumentStore } from "./settings-document-store.ts";

/** The caller's own settings, read with Almanac's credential. */
export async function readSettings(
  { reviews, ownKeeping }: SettingsContext,
  session: Session,
  signal: AbortSignal,
): Promise<Settings> {
  if (ownKeeping === undefined) return { settings: {}, unavailable: text(noSettingsStorageMessage) };
  const { name: owner } = await reviews.identityOf(session.token);
  const place = settingsDocumentStore(ownKeeping, owner, signal);
  try {
    const book = await findDocument(place);
    if (book !== undefined) return { settings: knownSettingsOf(book) };
    const detail = text("Your settings in the ConfigMap {name} have a form that this Almanac does not know.", {
      name: place.target.name,
    });
    return { settings: {}, unavailable: text("{detail} They stay as they are.", { detail }) };
  } catch (error) {
    return { settings: {}, unavailable: describeStorageError(error, ownKeeping) };
  }
}
