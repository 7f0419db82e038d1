import "server-only";
import { type SettingsChange, settingsSchema } from "#lib/contract/settings.ts";
import { text } from "#lib/language/text.ts";
import { changeSettings as changeBook, settingsOf } from "#lib/user-settings/settings-book.ts";
import type { Call } from "#server/boundary/create-handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { visibleJson } from "#server/boundary/visible-json.ts";
import type { Session } from "#server/identity/session.ts";
import { changeConfigMap } from "#server/storage/change-config-map.ts";
import { otherForm } from "#server/storage/other-form.ts";
import { whyNotStored } from "#server/storage/own-keeping.ts";
import {
  noCredential,
  type SettingsContext,
  settingsBookOf,
  settingsObject,
  settingsTarget,
} from "./settings-place.ts";

/**
 * Keeps what the caller has chosen, bound to the version that was read: what another device has chosen meanwhile stays,
 * unless it is the same setting. The audit line names the settings, not what was chosen.
 */
export async function changeSettings(call: Call<SettingsContext, Session, SettingsChange>): Promise<Response> {
  const { app, session, body, note, signal } = call;
  note({ settings: Object.keys(body).sort().join(" ") });
  const { ownKeeping, reviews } = app;
  if (ownKeeping === undefined) throw new ProblemError("not-ready", { detail: text(noCredential) });
  const { name: owner } = await reviews.identityOf(session.token);
  const target = settingsTarget(ownKeeping, owner);
  try {
    const settings = await changeConfigMap({ client: ownKeeping.client, target, signal }, (kept) => {
      const held = settingsBookOf(kept, owner);
      if (held === undefined) {
        throw otherForm(target.name);
      }
      const book = changeBook(held, body);
      return { value: settingsOf(book), object: settingsObject(target, book) };
    });
    return visibleJson(settingsSchema.parse({ settings }));
  } catch (error) {
    const detail = whyNotStored(error, ownKeeping);
    throw detail === undefined ? error : new ProblemError("not-ready", { detail }, { cause: error });
  }
}
