import "server-only";
import type { Settings } from "#lib/contract/settings.ts";
import { text } from "#lib/language/text.ts";
import { settingsOf } from "#lib/user-settings/settings-book.ts";
import type { Session } from "#server/identity/session.ts";
import { findConfigMap } from "#server/storage/change-config-map.ts";
import { whyNotStored } from "#server/storage/own-keeping.ts";
import { noCredential, type SettingsContext, settingsBookOf, settingsTarget } from "./settings-place.ts";

/** The caller's own settings, read with Almanac's credential. */
export async function readSettings(
  { reviews, ownKeeping }: SettingsContext,
  session: Session,
  signal: AbortSignal,
): Promise<Settings> {
  if (ownKeeping === undefined) return { settings: {}, unavailable: text(noCredential) };
  const { name: owner } = await reviews.identityOf(session.token);
  const target = settingsTarget(ownKeeping, owner);
  try {
    const book = settingsBookOf(await findConfigMap({ client: ownKeeping.client, target, signal }), owner);
    if (book !== undefined) return { settings: settingsOf(book) };
    const detail = text("Your settings in the ConfigMap {name} have a form that this Almanac does not know.", {
      name: target.name,
    });
    return { settings: {}, unavailable: text("{detail} They stay as they are.", { detail }) };
  } catch (error) {
    const unavailable = whyNotStored(error, ownKeeping);
    if (unavailable === undefined) throw error;
    return { settings: {}, unavailable };
  }
}
