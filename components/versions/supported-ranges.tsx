import { useMemo } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { type SupportedRange, supportedRanges } from "#lib/view/versions/supported-ranges.ts";
import type { ProfileWithUsage } from "#lib/view/versions/version-rows.ts";
import { ClustersLink, releaseAddress } from "./clusters-link.tsx";

interface RangesProps {
  readonly rows: readonly FleetRow[];
  readonly chosen: readonly ProfileWithUsage[];
}

/** Kubernetes minors supported by the Gardener releases that run these clusters. */
export function SupportedRanges({ rows, chosen }: RangesProps) {
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
            <RangeLabel range={range} href={releaseAddress(range.release, chosen)} />
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
  /** List of its clusters; none where no list holds just these. */
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
