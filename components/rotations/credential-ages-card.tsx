import { Suspense, useMemo } from "react";
import { ExportList } from "#components/data/export/export-list.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Table } from "#components/ui/table.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import {
  type AgeBin,
  ageBinLabel,
  credentialAgesByFamily,
  credentialAgesOf,
  describeFamilyAges,
  type FamilyAges,
  queryOfAgeBin,
} from "#lib/view/rotations/credential-ages.ts";
import { formatNumber } from "#lib/words/count.ts";
import { capitalize, rotationFamilyLabel } from "#lib/words/format-list.ts";

/** Loaded after the first paint, into reserved space. */
const CredentialAgesChart = lazyComponent(
  async () => (await import("./credential-ages-chart.tsx")).CredentialAgesChart,
);

interface CredentialAgesCardProps {
  /** All clusters, whatever the state of their rotations. */
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
}

/** Card with a chart per credential: how many clusters rotate it within the recommended interval, and which do not. */
export function CredentialAgesCard({ rows, query, now }: CredentialAgesCardProps) {
  const ages = useMemo(() => credentialAgesOf(rows, now), [rows, now]);
  const families = useMemo(() => credentialAgesByFamily(ages), [ages]);
  if (families.length === 0) return null;
  return (
    <Card
      id="credential-ages"
      title={text("Age of credentials")}
      aside={
        <ExportList
          size="sm"
          label={text("Export ages")}
          list={{
            count: ages.length,
            counted: (count) => text("{count, plural, one {# credential} other {# credentials}}", { count }),
            kubectl: true,
            make: async () =>
              (await import("#lib/view/export/fleet-files.ts")).exportCredentialAges(ages, {
                filter: formatFleetQuery(query),
                now: Date.now(),
              }),
          }}
        />
      }
    >
      <ul className="-my-2 divide-y divide-hairline">
        {families.map((family, place) => (
          <FamilyStrip key={family.family} ages={family} query={query} place={place} />
        ))}
      </ul>
      <details className="mt-3 text-sm">
        <summary className="w-fit cursor-pointer rounded-tag text-secondary hover:text-ink">
          {text("All ages as a table")}
        </summary>
        <AgesTable families={families} query={query} />
      </details>
    </Card>
  );
}

interface FamilyStripProps {
  readonly ages: FamilyAges;
  readonly query: FleetQuery;
  /** Place of the strip among the others, from 0. */
  readonly place: number;
}

function FamilyStrip({ ages, query, place }: FamilyStripProps) {
  return (
    <li className="grid items-center gap-x-4 py-2 sm:grid-cols-[15rem_minmax(0,1fr)_10rem]">
      <div>
        <p className="text-base font-medium">{capitalize(rotationFamilyLabel(ages.family))}</p>
        <p className="text-sm text-pretty text-secondary">{describeFamilyAges(ages)}</p>
      </div>
      <div className="h-14">
        <Suspense>
          <CredentialAgesChart ages={ages} query={query} place={place} />
        </Suspense>
      </div>
      <p className="flex flex-wrap gap-x-4 text-sm text-secondary">
        <BinLink bin={ages.due} query={query} label={text("over {days, number} d", { days: ages.due.fromDays })} />
        <BinLink
          bin={ages.overYear}
          query={query}
          label={text("over {days, number} d", { days: ages.overYear.fromDays })}
        />
      </p>
    </li>
  );
}

interface BinLinkProps {
  readonly bin: AgeBin;
  readonly query: FleetQuery;
  readonly label: string;
}

function BinLink({ bin, query, label }: BinLinkProps) {
  return (
    <Link
      href={`/clusters${formatFleetQuery(queryOfAgeBin(query, bin))}`}
      prefetch={false}
      className="inline-flex min-h-6 items-center gap-1 hover:underline"
    >
      <span className="text-base font-semibold text-ink tabular-nums">{formatNumber(bin.clusters)}</span> {label}
    </Link>
  );
}

interface AgesTableProps {
  readonly families: readonly FamilyAges[];
  readonly query: FleetQuery;
}

function AgesTable({ families, query }: AgesTableProps) {
  const bins = families[0]?.bins ?? [];
  const columns = [
    { title: text("Age") },
    ...families.map(({ family }) => ({ title: capitalize(rotationFamilyLabel(family)), numeric: true })),
  ];
  return (
    <div className="scrollbar-thin relative mt-2 overflow-x-auto">
      <Table
        caption={text("Clusters by the age of their credentials")}
        columns={columns}
        className="text-left text-sm tabular-nums"
        cellClass="px-2 py-1 first:pl-0"
      >
        {bins.map((bin, place) => (
          <tr key={bin.fromDays}>
            <th scope="row" className="py-1 pr-2 font-normal whitespace-nowrap text-secondary">
              {ageBinLabel(bin)}
            </th>
            {families.map(({ family, bins: own }) => (
              <td key={family} className="px-2 py-1 text-right">
                <BinCell bin={own[place]} query={query} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}

function BinCell({ bin, query }: { readonly bin: AgeBin | undefined; readonly query: FleetQuery }) {
  if (bin === undefined || bin.clusters === 0) return <span className="text-tertiary">0</span>;
  return (
    <Link href={`/clusters${formatFleetQuery(queryOfAgeBin(query, bin))}`} prefetch={false} className="text-link">
      {formatNumber(bin.clusters)}
    </Link>
  );
}
