import { StageTag } from "#components/data/shown/stage-tag.tsx";
import type { Target } from "#lib/act/updates/target.ts";
import type { Clock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";

/** The stage of a version and when it ends. */
export function TargetStanding({
  target: { classification, expiresAt },
  clock,
}: {
  readonly target: Pick<Target, "classification" | "expiresAt">;
  readonly clock: Clock;
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <StageTag classification={classification} />
      <span className="text-sm text-secondary">{endWords(classification, expiresAt, clock)}</span>
    </span>
  );
}

function endWords(classification: string, expiresAt: number | undefined, clock: Clock): string {
  if (expiresAt !== undefined) {
    return `${classification === "expired" ? "expired" : "expires"} ${formatDate(expiresAt, clock)}`;
  }
  return classification === "unknown" || classification === "not-in-profile" ? "end not known" : "no end date";
}
