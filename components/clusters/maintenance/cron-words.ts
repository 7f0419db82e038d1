import cronstrue from "cronstrue";
import "cronstrue/locales/de.js";
import { languageNow } from "#lib/language/speech.ts";
import { text } from "#lib/language/text.ts";
import { type Cron, cronFields, everyDuration, parseCron } from "#lib/policy/hibernation/cron.ts";
import { isEitherDay } from "#lib/view/hibernation/next-events.ts";

/** A cron expression in words; undefined where there are none. */
export function cronWords(cron: string): string | undefined {
  const every = everyDuration(cron);
  if (every !== undefined) return text("Every {every}, counted from when Gardener last looked", { every });
  const read = parseCron(cron);
  if (!read) return undefined;
  try {
    const words = cronstrue.toString(knownForm(cron, read), { use24HourTimeFormat: true, locale: languageNow() });
    return isEitherDay(cron) ? text("{words} (either day is enough)", { words }) : words;
  } catch {
    // It reads a little less than Gardener does; the expression itself stands beside.
    return undefined;
  }
}

const knownPart = /^([*?]|\w+(-\w+)?)(\/\d{1,2})?$/;

/** The expression in the forms that others know, too. What Gardener alone reads is written as the values that it stands for. */
function knownForm(cron: string, { minutes, hours, days, months, weekdays }: Cron): string {
  const values = [minutes, hours, days, months, weekdays];
  const fields = cronFields(cron).split(/\s+/);
  if (fields.length !== values.length) return cron;
  return fields
    .map((field, place) => {
      const read = [...(values[place] ?? [])];
      const known =
        field.split(",").every((part) => knownPart.test(part)) && !(field.includes("/") && read.length === 1);
      return known ? field : read.join(",");
    })
    .join(" ");
}
