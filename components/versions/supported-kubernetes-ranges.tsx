import { useMemo } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { type SupportedRange, supportedRanges } from "#lib/view/versions/supported-ranges.ts";
import type { ProfileWithUsage } from "#lib/view/versions/version-rows.ts";
import { addressOfClustersOnGardenerRelease, ClustersLink } from "./clusters-link.tsx";

interface RangesProps {
  readonly rows: readonly FleetRow[];
  readonly chosen: readonly ProfileWithUsage[];
}

/** Table of the Kubernetes minor versions that the Gardener releases of these clusters support. */
export function SupportedKubernetesRanges({ rows, chosen }: RangesProps) {
  const ranges = useMemo(() => supportedRanges(rows, chosen), [rows, chosen]);
  if (ranges.length === 0) return null;
  return (
    <section aria-labelledby="ranges-title" className="text-sm text-secondary">
      <h2 id="ranges-title" className="font-medium text-ink">
        {text("Kubernetes that Gardener can run")}
      </h2>
      <ul className="mt-1 list-disc pl-4">
        {ranges.map((range) => (
          <li key={range.release}>
            <RangeLabel range={range} href={addressOfClustersOnGardenerRelease(range.release, chosen)} />
            {range.outside.length > 0 && (
              <span className="text-caution-text">
                {" "}
                {text("Listed but out of its range: {versions}.", { versions: range.outside.join(", ") })}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        {text("Each release asks for the oldest of its versions at least on Seeds and on the cluster of the garden.")}
      </p>
    </section>
  );
}

interface RangeLabelProps {
  readonly range: SupportedRange;
  /** Path of the list of clusters on the release; undefined if no filter selects exactly these clusters. */
  readonly href: string | undefined;
}

function RangeLabel({ range, href }: RangeLabelProps) {
  const { release, clusters, minMinor, maxMinor, newerThanKnown } = range;
  const values = { release, from: minMinor, to: maxMinor };
  return (
    <>
      {newerThanKnown
        ? text(
            "Gardener {release}: Kubernetes 1.{from} to 1.{to} at least. This release is newer than what this Almanac knows.",
            values,
          )
        : text("Gardener {release}: Kubernetes 1.{from} to 1.{to}.", values)}{" "}
      {href === undefined ? (
        text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters })
      ) : (
        <ClustersLink href={href} count={clusters} on={`Gardener ${release}`} />
      )}
    </>
  );
}
