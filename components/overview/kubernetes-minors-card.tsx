import { memo, useMemo } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { countUpdatingClusters, updatingClustersLabel } from "#lib/fleet/fields/version-update.ts";
import { type FleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { countMixedMinors, type MinorInUse, minorsInUse, queryOfMinor } from "#lib/view/overview/minors-in-use.ts";
import { formatNumber } from "#lib/words/count.ts";

interface MinorsCardProps {
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
}

/** Card of the Kubernetes minor versions in use, oldest first, each linked to its clusters. */
export const KubernetesMinorsCard = memo(function MinorsCard({ rows, query }: MinorsCardProps) {
  const minors = useMemo(() => minorsInUse(rows), [rows]);
  const mixed = useMemo(() => countMixedMinors(rows), [rows]);
  const updating = countUpdatingClusters(rows);
  const most = Math.max(1, ...minors.map(({ clusters }) => clusters));
  return (
    <Card
      id="minors"
      title={text("Kubernetes in use")}
      aside={
        <Link
          href={`/versions/kubernetes${formatFleetQuery(query)}`}
          prefetch={false}
          className="text-sm text-link hover:underline"
        >
          {text("Versions")}
        </Link>
      }
    >
      <ul className="flex flex-col gap-1">
        {minors.map((used) => {
          const { minor, clusters, aged } = used;
          return (
            <li key={minor}>
              <Link
                href={`/clusters${formatFleetQuery(queryOfMinor(query, used))}`}
                prefetch={false}
                title={titleOf(used)}
                className="flex items-center gap-3 rounded-control px-1.5 py-1 text-base hover:bg-hover"
              >
                <span className="w-9 shrink-0 font-mono text-sm">{minor}</span>
                <span aria-hidden className="flex h-2 min-w-0 flex-1">
                  <Part share={aged / most} className="bg-caution-solid" />
                  <Part share={(clusters - aged) / most} className="bg-neutral-solid" />
                </span>
                <span className="w-10 shrink-0 text-right font-medium tabular-nums">
                  {formatNumber(clusters)}
                  <span className="sr-only">
                    {" "}
                    {text("{clusters, plural, one {cluster} other {clusters}}", { clusters })}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <p className="mt-2 flex flex-wrap gap-x-4 px-1.5 text-xs text-secondary">
        <Key className="bg-caution-solid">{text("deprecated or ended")}</Key>
        <Key className="bg-neutral-solid">{text("other stages")}</Key>
      </p>
      {mixed > 0 && (
        <p className="mt-1 px-1.5 text-xs text-secondary">
          {text(
            "{mixed, plural, one {# cluster counts more than once, for its pools.} other {# clusters count more than once, for their pools.}}",
            {
              mixed,
            },
          )}
        </p>
      )}
      {updating > 0 && <p className="mt-1 px-1.5 text-xs text-secondary">{updatingClustersLabel(updating)}</p>}
    </Card>
  );
});

function titleOf({ clusters, aged }: MinorInUse): string {
  if (aged === 0) return text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters });
  return text(
    "{clusters, plural, one {# cluster} other {# clusters}}, {aged, number} on a deprecated or ended version",
    { clusters, aged },
  );
}

function Part({ share, className }: { readonly share: number; readonly className: string }) {
  if (share === 0) return null;
  return (
    <span
      data-graphic
      className={`first:rounded-l-tag last:rounded-r-tag forced-color-adjust-none ${className}`}
      style={{ width: `${share * 100}%` }}
    />
  );
}

function Key({ className, children }: { readonly className: string; readonly children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`size-2 rounded-tag forced-color-adjust-none ${className}`} />
      {children}
    </span>
  );
}
