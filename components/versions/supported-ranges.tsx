import { useMemo } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { supportedRanges } from "#lib/view/versions/supported-ranges.ts";
import type { ReadProfile } from "#lib/view/versions/version-rows.ts";
import { countOf } from "#lib/words/count.ts";

interface RangesProps {
  readonly rows: readonly FleetRow[];
  readonly chosen: readonly ReadProfile[];
}

/** Which Kubernetes minors the Gardener releases that run these clusters can run. */
export function SupportedRanges({ rows, chosen }: RangesProps) {
  const ranges = useMemo(() => supportedRanges(rows, chosen), [rows, chosen]);
  if (ranges.length === 0) return null;
  return (
    <section aria-labelledby="ranges-title" className="text-sm text-secondary">
      <h2 id="ranges-title" className="font-medium text-ink">
        Kubernetes that Gardener can run
      </h2>
      <ul className="mt-1 list-disc pl-4">
        {ranges.map(({ release, minMinor, maxMinor, clusters, outside, newerThanKnown }) => (
          <li key={release}>
            Gardener {release} ({countOf(clusters, "cluster")}): Kubernetes 1.{minMinor} to 1.{maxMinor}
            {newerThanKnown && " at least: this release is newer than what this Almanac knows"}
            {outside.length > 0 && (
              <span className="text-caution-text">; listed but out of its range: {outside.join(", ")}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
