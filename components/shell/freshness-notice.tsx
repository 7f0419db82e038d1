import { useClock } from "#components/data/address/use-clock.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { Freshness } from "#lib/contract/fleet.ts";
import { freshnessNoticeOf } from "#lib/fleet/freshness-notice.ts";

/** Notice on missing or outdated data, and what depends on it. */
export function FreshnessNotice({ freshness }: { readonly freshness: Freshness }) {
  const notice = freshnessNoticeOf(freshness, { now: useNow(1_000), clock: useClock() });
  if (notice === undefined) return null;
  return (
    <Notice hue="caution" title={notice.title} live>
      {notice.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}
