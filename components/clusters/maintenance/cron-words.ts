import cronstrue from "cronstrue";
import { cronFields, everyDuration, parseCron } from "#lib/policy/hibernation/cron.ts";
import { isEitherDay } from "#lib/view/hibernation/next-events.ts";

/** A cron expression in words; undefined for what this build does not read as Gardener does. */
export function cronWords(text: string): string | undefined {
  const every = everyDuration(text);
  if (every !== undefined) return `Every ${every}, counted from when Gardener last looked`;
  if (!parseCron(text)) return undefined;
  try {
    const words = cronstrue.toString(cronFields(text), { use24HourTimeFormat: true });
    return isEitherDay(text) ? `${words} (either day is enough)` : words;
  } catch {
    // It reads a little less than Gardener does; the expression itself stands beside.
    return undefined;
  }
}
