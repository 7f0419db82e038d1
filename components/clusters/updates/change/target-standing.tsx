import { StageTag } from "#components/data/fleet-parts/stage-tag.tsx";
import type { Target } from "#lib/act/updates/target.ts";
import { text } from "#lib/language/text.ts";
import { formatEndDate } from "#lib/words/version-end.ts";

/** The stage of a version and when it ends. */
export function TargetStanding({
  target: { classification, expiresAt },
}: {
  readonly target: Pick<Target, "classification" | "expiresAt">;
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <StageTag classification={classification} />
      <span className="text-sm text-secondary">{endWords(classification, expiresAt)}</span>
    </span>
  );
}

function endWords(classification: string, expiresAt: number | undefined): string {
  if (expiresAt !== undefined) {
    const at = formatEndDate(expiresAt);
    return classification === "expired" ? text("expired {at}", { at }) : text("expires {at}", { at });
  }
  return classification === "unknown" || classification === "not-in-profile"
    ? text("end not known")
    : text("no end date");
}
