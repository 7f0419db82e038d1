import type { Freshness } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { describeStaleCollection, describeUnreadCollection } from "#lib/words/collection-descriptions.ts";
import { formatClockTime, formatDateTime } from "#lib/words/format-time.ts";
import { isKnown } from "./is-known.ts";

interface PartNotice {
  readonly title: string;
  readonly sentences: readonly string[];
}

/** Shortest interruption that gets a notice, because notices move the page. */
const patienceMs = 15_000;
const clockTimeMs = 12 * hourMs;

/** Returns the notice, on every page, about parts that are not up to date; undefined when there is none. */
export function freshnessNoticeOf(
  freshness: Freshness,
  { now, clock }: { readonly now: number; readonly clock: DisplayClock },
): PartNotice | undefined {
  const { parts = [] } = freshness;
  if (!isKnown(freshness)) {
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
