// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
import { hueAndIconOfHealth } from "#components/data/fleet-parts/health-mark.tsx";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { sortableColumn } from "#components/ui/sortable-column.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { Status } from "#components/ui/status.tsx";
import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { healthLabels } from "#lib/fleet/fields/health.ts";
import { inlineOperationStateLabel } from "#lib/fleet/fields/operation-state-label.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { SeedClusters } from "#lib/view/seeds/seed-clusters.ts";
import { clustersOfSeedPath, seedPath } from "#lib/view/seeds/seed-path.ts";
import type { SeedQuery, SeedSortKey } from "#lib/view/seeds/seed-query.ts";
import type { SeedRow } from "#lib/view/seeds/select-seeds.ts";
import { formatNumber } from "#lib/words/count.ts";
import { SeedCapacity } from "./seed-capacity.tsx";
import { SeedState } from "./seed-state.tsx";

const columns: readonly (readonly [key: SeedSortKey, title: Message])[] = [
  ["name", message("Seed")],
  ["state", message("State")],
  ["gardener", message("Gardener")],
  ["kubernetes", message("Kubernetes")],
  ["capacity", message("Capacity")],
  ["unhealthy", message("Clusters")],
  ["operation", message("Last operation")],
  ["certificate", message("Certificate until")],
];

interface SeedTableProps {
  readonly rows: readonly SeedRow[];
  readonly sort: SeedQuery["sort"];
  readonly onSort: (sort: SeedQuery["sort"]) => void;
  /** Whether the clusters could not be read, so that they are not counted. */
  readonly isFailed: boolean;
}

/** Table with a row for each Seed. On a phone each row becomes a card. */
export function SeedTable({ rows, sort, onSort, isFailed }: SeedTableProps) {
  if (rows.length === 0) return <p className="text-base text-secondary">{text("No Seed matches.")}</p>;
  return (
    <div className="shrink-0 rounded-card border border-hairline bg-canvas">
      <ScrollBox label={text("Table of Seeds")}>
        <CardTable
          aria-label={text("Seeds")}
          columns={columns.map(([key, title]) => sortableColumn({ key, title: text(title), by: sort, onSort }))}
        >
          {rows.map((row) => (
            <SeedLine key={row.seed.name} {...row} isFailed={isFailed} />
          ))}
        </CardTable>
      </ScrollBox>
    </div>
  );
}

function SeedLine({ seed, clusters, isFailed }: SeedRow & { readonly isFailed: boolean }) {
  const { name, provider, region, zones, gardener, kubernetes, kubernetesNote, lastOperation } = seed;
  return (
    <tr role="row" className="align-top hover:bg-hover max-sm:block max-sm:px-4 max-sm:py-3">
      <th
        role="rowheader"
        scope="row"
        className="min-w-40 text-left font-normal max-sm:block max-sm:pb-1 sm:px-3 sm:py-2 sm:pl-4"
      >
        <Link href={seedPath(name)} prefetch={false} className="font-medium text-link hover:underline" translate="no">
          {name}
        </Link>
        <span className="block text-sm text-secondary" translate="no">
          {provider} · {region}
        </span>
        {zones.length > 0 && (
          <span className="block text-sm text-tertiary" translate="no">
            {zones.join(", ")}
          </span>
        )}
      </th>
      <CardCell title={text("State")} className="sm:min-w-64">
        <SeedState seed={seed} />
      </CardCell>
      <CardCell title={text("Gardener")} empty={gardener === undefined}>
        <span translate="no">{gardener?.replace(/^v/, "")}</span>
      </CardCell>
      <CardCell title={text("Kubernetes")} empty={kubernetes === undefined}>
        <span translate="no">{kubernetes}</span>
        {kubernetesNote !== undefined && <span className="block text-sm text-caution-text">{kubernetesNote}</span>}
      </CardCell>
      <CardCell title={text("Capacity")} className="sm:min-w-32">
        <SeedCapacity seed={seed} />
      </CardCell>
      <CardCell title={text("Clusters")} empty={isFailed} className="sm:min-w-36">
        <ClustersByHealth seed={name} clusters={clusters} />
      </CardCell>
      <CardCell title={text("Last operation")} empty={lastOperation === undefined}>
        {lastOperation && <LastOperation operation={lastOperation} />}
      </CardCell>
      <CardCell title={text("Certificate until")} empty={seed.certificateExpiresAt === undefined}>
        <CertificateEnd at={seed.certificateExpiresAt} />
      </CardCell>
    </tr>
  );
}

/** Counts of a Seed's clusters by health, each with a link to these clusters. */
export function ClustersByHealth({
  seed,
  clusters,
}: {
  readonly seed: string;
  readonly clusters: SeedClusters | undefined;
}) {
  if (clusters === undefined) return <Skeleton className="h-5 w-24" />;
  if (clusters.clusters === 0) return <span className="text-tertiary tabular-nums">0</span>;
  const parts = (["unhealthy", "unknown", "progressing", "healthy"] as const).flatMap((health) => {
    const count = clusters.byHealth.get(health) ?? 0;
    return count === 0 ? [] : [{ health, count }];
  });
  return (
    <div className="flex flex-col items-start gap-0.5">
      <Link href={clustersOfSeedPath(seed)} prefetch={false} className="text-link tabular-nums hover:underline">
        {text("{count, plural, one {# cluster} other {# clusters}}", { count: clusters.clusters })}
      </Link>
      <ul className="flex flex-wrap gap-x-3 text-sm tabular-nums">
        {parts.map(({ health, count }) => {
          const { hue, icon } = hueAndIconOfHealth(health);
          return (
            <li key={health}>
              <Link
                href={clustersOfSeedPath(seed, { status: health })}
                prefetch={false}
                title={text(healthLabels[health])}
                className="rounded-tag hover:underline"
              >
                <Status hue={hue} icon={icon} quiet={health === "healthy"}>
                  {formatNumber(count)}
                  <span className="sr-only"> {text(healthLabels[health])}</span>
                </Status>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** What the gardenlet last did to the Seed itself, and how it ended. */
export function LastOperation({ operation }: { readonly operation: NonNullable<ListedSeed["lastOperation"]> }) {
  const { type = "", state, updatedAt } = operation;
  const isBad = state === "Failed" || state === "Error";
  return (
    <span className={isBad ? "text-negative-text" : undefined} title={operation.description}>
      <span translate="no">{type}</span> {state !== undefined && inlineOperationStateLabel(state)}
      <span className="block text-sm text-secondary">
        <TimestampText at={updatedAt} form="relative" />
      </span>
    </span>
  );
}

/** Gardenlets renew their certificate long before its end; one that ends within a week was not renewed. */
const soonMs = 7 * dayMs;

/** End of the gardenlet's client certificate, which stands out when it is near. */
export function CertificateEnd({ at }: { readonly at: string | undefined }) {
  const now = useNow(60_000);
  const end = parseInstant(at);
  const isSoon = end !== undefined && now > 0 && end - now < soonMs;
  return (
    <span className={isSoon ? "font-medium text-negative-text" : undefined}>
      <TimestampText at={at} form="relative" />
    </span>
  );
}
