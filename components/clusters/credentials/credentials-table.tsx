"use client";

import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { useMediaQuery } from "#components/ui/state/use-media-query.ts";
import { Table } from "#components/ui/table.tsx";
import { type Message, message, text } from "#lib/language/text.ts";
import { type CredentialRow, credentialRows } from "#lib/view/rotations/credential-rows.ts";
import { ActionCell, AutomaticCell, HowCell, LastCell, PhaseCell, TurnCell } from "./credential-cells.tsx";
import type { RotationContext } from "./rotation-context.ts";

interface Column {
  readonly id: string;
  readonly title: Message;
  readonly cell: (row: CredentialRow, context: RotationContext) => ReactNode;
}

const columns: readonly Column[] = [
  { id: "how", title: message("How"), cell: (row) => <HowCell row={row} /> },
  { id: "phase", title: message("Phase"), cell: (row, { nowMs }) => <PhaseCell row={row} nowMs={nowMs} /> },
  { id: "last", title: message("Last rotated"), cell: (row, { nowMs }) => <LastCell row={row} nowMs={nowMs} /> },
  { id: "automatic", title: message("Next automatic run"), cell: (row) => <AutomaticCell row={row} /> },
  {
    id: "turn",
    title: message("Action by"),
    cell: (row, { cluster }) => <TurnCell row={row} project={cluster.row.project} />,
  },
];

/** What Gardener keeps for the cluster, and how old each of it is. */
export function CredentialsTable({ context }: { readonly context: RotationContext }) {
  const { shoot, detail } = context.cluster;
  const rows = credentialRows(shoot, { ...context, view: detail.view });
  const isNarrow = useMediaQuery("(max-width: 63.99rem)");
  return (
    <Card id="gardener-managed" title={text("Gardener-managed credentials")} flush>
      {isNarrow ? <NarrowList rows={rows} context={context} /> : <WideTable rows={rows} context={context} />}
    </Card>
  );
}

interface RowsProps {
  readonly rows: readonly CredentialRow[];
  readonly context: RotationContext;
}

function WideTable({ rows, context }: RowsProps) {
  return (
    <Table
      caption={text("Gardener-managed credentials")}
      columns={[
        { title: text("Credential") },
        ...columns.map(({ title }) => ({ title: text(title) })),
        { title: text("Action"), hidden: true },
      ]}
      cellClass="px-2.5 py-2 first:pl-4 last:pr-4"
    >
      {rows.map((row) => (
        <tr key={row.id} id={`credential-${row.id}`} className="align-top">
          <th scope="row" className="py-2.5 pr-2.5 pl-4 font-medium">
            {row.name}
          </th>
          {columns.map(({ id, cell }) => (
            <td key={id} className="px-2.5 py-2.5 text-secondary">
              {cell(row, context)}
            </td>
          ))}
          <td className="py-2 pr-4 pl-2.5 text-right">
            <ActionCell row={row} context={context} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function NarrowList({ rows, context }: RowsProps) {
  return (
    <ul aria-label={text("Gardener-managed credentials")} className="divide-y divide-hairline text-sm">
      {rows.map((row) => (
        <li key={row.id} id={`credential-${row.id}`} className="flex flex-col gap-2 px-4 py-3.5">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-medium">{row.name}</span>
            <ActionCell row={row} context={context} />
          </div>
          <dl className="grid grid-cols-[8rem_1fr] gap-x-3 gap-y-1 text-secondary">
            {columns.map(({ id, title, cell }) => (
              <div key={id} className="contents">
                <dt className="text-tertiary">{text(title)}</dt>
                <dd>{cell(row, context)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
