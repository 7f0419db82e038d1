import type { FleetFreshness } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { describeStaleCollection, describeUnreadCollection } from "#lib/words/collection-descriptions.ts";
import { formatClockTime, formatDateTime } from "#lib/words/format-time.ts";
import { areRowsComplete } from "./are-rows-complete.ts";

interface PartNotice {
  readonly title: string;
  readonly sentences: readonly string[];
}

/** Shortest interruption that is reported in a notice, because notices move the content of the page. */
const patienceMs = 15_000;
const clockTimeMs = 12 * hourMs;

/** Returns the notice about data that are not up to date, which every page shows; undefined if all are. */
export function freshnessNoticeOf(
  freshness: FleetFreshness,
  { now, clock }: { readonly now: number; readonly clock: DisplayClock },
): PartNotice | undefined {
  const { parts = [] } = freshness;
  if (!areRowsComplete(freshness)) {
    const sentences = parts.map((fault) => describeUnreadCollection(fault.part, fault));
    return sentences.length === 0 ? undefined : { title: text("Nothing is known yet"), sentences };
  }
  const sentences = parts.flatMap(({ part, since }) => {
    const at = parseInstant(since) ?? now;
    if (now - at < patienceMs) return [];
    return [
      describeStaleCollection(part, now - at < clockTimeMs ? formatClockTime(at, clock) : formatDateTime(at, clock)),
    ];
  });
  return sentences.length === 0 ? undefined : { title: text("Part of this may be old"), sentences };
}
