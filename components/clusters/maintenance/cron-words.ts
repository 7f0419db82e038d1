import cronstrue from "cronstrue";
import "cronstrue/locales/de.js";
import { languageNow } from "#lib/language/speech.ts";
import { text } from "#lib/language/text.ts";
import { cronFields, everyDuration, parseCron } from "#lib/policy/hibernation/cron.ts";
import { isEitherDay } from "#lib/view/hibernation/next-events.ts";

/** A cron expression in words; undefined for what this build does not read as Gardener does. */
export function cronWords(cron: string): string | undefined {
  const every = everyDuration(cron);
  if (every !== undefined) return text("Every {every}, counted from when Gardener last looked", { every });
  if (!parseCron(cron)) return undefined;
  try {
    const words = cronstrue.toString(cronFields(cron), { use24HourTimeFormat: true, locale: languageNow() });
    return isEitherDay(cron) ? text("{words} (either day is enough)", { words }) : words;
  } catch {
    // It reads a little less than Gardener does; the expression itself stands beside.
    return undefined;
  }
}
