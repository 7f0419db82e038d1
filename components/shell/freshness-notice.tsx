import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetFreshness } from "#lib/contract/fleet.ts";
import { freshnessNoticeOf } from "#lib/fleet/freshness-notice.ts";

/** Notice that data are missing or outdated, and which parts of Almanac are affected. */
export function FreshnessNotice({ freshness }: { readonly freshness: FleetFreshness }) {
  const notice = freshnessNoticeOf(freshness, { now: useNow(1_000), clock: useDisplayClock() });
  if (notice === undefined) return null;
  return (
    <Notice hue="caution" title={notice.title} live>
      {notice.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}
