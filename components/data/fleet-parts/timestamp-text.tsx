import { useNow } from "#components/ui/state/use-now.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { formatDateTime, formatDuration, formatRelative } from "#lib/words/format-time.ts";
import { useDisplayClock } from "../address/use-clock.ts";

interface InstantProps {
  /** RFC 3339 timestamp as stored in the garden. */
  readonly at: string | null | undefined;
  /** `relative` shows `4 min ago`, `age` shows `4 min`; the full date is in the tooltip and for screen readers. */
  readonly form?: "both" | "relative" | "age";
  readonly clusterOffsetMinutes?: number | undefined;
}

/** Timestamp in the selected time zone. If it is missing or invalid, the text says so. */
export function TimestampText({ at, form = "both", clusterOffsetMinutes }: InstantProps) {
  const clock = useDisplayClock(clusterOffsetMinutes);
  const now = useNow(10_000);
  if (at === null || at === undefined || at === "")
    return <span className="text-tertiary">{text("not reported")}</span>;
  const ms = parseInstant(at);
  if (ms === undefined) return <span className="text-tertiary">{text("not a date: {at}", { at })}</span>;
  const full = formatDateTime(ms, clock);
  if (form !== "both")
    return (
      <time dateTime={at} title={full} className="relative">
        {form === "age" ? formatDuration(now - ms) : formatRelative(ms, now)}
        <span className="sr-only">, {full}</span>
      </time>
    );
  return (
    <time dateTime={at}>
      {full} <span className="text-tertiary">({formatRelative(ms, now)})</span>
    </time>
  );
}
