import "server-only";
import type { Settings } from "#lib/contract/settings.ts";
import { text } from "#lib/language/text.ts";
import { settingsOf } from "#lib/user-settings/settings-book.ts";
import type { Session } from "#server/identity/session.ts";
import { findBook } from "#server/storage/change-book.ts";
import { whyNotStored } from "#server/storage/own-keeping.ts";
import { noCredential, type SettingsContext, settingsPlace } from "./settings-place.ts";

/** The caller's own settings, read with Almanac's credential. */
export async function readSettings(
  { reviews, ownKeeping }: SettingsContext,
  session: Session,
  signal: AbortSignal,
): Promise<Settings> {
  if (ownKeeping === undefined) return { settings: {}, unavailable: text(noCredential) };
  const { name: owner } = await reviews.identityOf(session.token);
  const place = settingsPlace(ownKeeping, owner, signal);
  try {
    const book = await findBook(place);
    if (book !== undefined) return { settings: settingsOf(book) };
    const detail = text("Your settings in the ConfigMap {name} have a form that this Almanac does not know.", {
      name: place.target.name,
    });
    return { settings: {}, unavailable: text("{detail} They stay as they are.", { detail }) };
  } catch (error) {
    return { settings: {}, unavailable: whyNotStored(error, ownKeeping) };
  }
}
