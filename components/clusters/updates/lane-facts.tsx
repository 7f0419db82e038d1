import { StageTag } from "#components/data/fleet-parts/stage-tag.tsx";
import type { ClusterForecast, LaneFact } from "#lib/contract/cluster-forecast.ts";
import { laneKey } from "#lib/forecast/lane-key.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { laneLabel } from "#lib/words/hop-sentences.ts";
import { formatEndDate } from "#lib/words/version-end.ts";

/** What each lane runs today and until when the profile lists it: what is known also where nothing is foreseen. */
export function LaneFacts({ facts }: { readonly facts: ClusterForecast["facts"] }) {
  return (
    <ul className="divide-y divide-hairline text-sm">
      {facts.map((fact) => (
        <li key={laneKey(fact.lane)} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <span className="min-w-44 font-medium">{laneLabel(fact.lane)}</span>
          <span className="font-mono" translate="no">
            {[fact.image, fact.version || text("version not said")].filter(Boolean).join(" ")}
          </span>
          {fact.followsControlPlane ? (
            <span className="text-tertiary">{text("follows the control plane")}</span>
          ) : (
            <StageTag classification={fact.classification} />
          )}
          <span className="text-secondary">{endWords(fact)}</span>
        </li>
      ))}
    </ul>
  );
}

function endWords({ classification, expiresAt }: LaneFact): string {
  const end = parseInstant(expiresAt);
  if (end !== undefined) {
    const at = formatEndDate(end);
    return classification === "expired" ? text("expired {at}", { at }) : text("expires {at}", { at });
  }
  return classification === "unknown" || classification === "not-in-profile"
    ? text("end not known")
    : text("no end date");
}
