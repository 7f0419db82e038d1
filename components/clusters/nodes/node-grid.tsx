// biome-ignore-all lint/a11y/noRedundantRoles: a browser drops the roles of a table that a phone lays out as cards.
"use client";

import { useRef, useState } from "react";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { useRovingFocus } from "#components/ui/state/use-roving-focus.ts";
import { Table, type TableColumn } from "#components/ui/table.tsx";
import type { ClusterNode, NodesResponse } from "#lib/contract/nodes.ts";
import { message, text } from "#lib/language/text.ts";
import type { ShownPool } from "#lib/view/nodes/node-filter.ts";
import { moveInTree, type TreeRow } from "#lib/view/nodes/tree-movement.ts";
import type { Cluster } from "../use-cluster.ts";
import { NodeGridRow } from "./node-grid-row.tsx";
import { PoolGridRow } from "./pool-grid-row.tsx";

/** Number of Nodes above which all pools are collapsed at first. */
const openAtFirst = 60;
const shownColumns = [
  message("Name"),
  message("Ready"),
  message("Kubelet"),
  message("Image"),
  message("Update", "noun"),
  message("Created"),
];

const columnsNow = (): readonly TableColumn[] => [
  { title: text("Select"), hidden: true, className: "w-12" },
  ...shownColumns.map((title) => ({ title: text(title), className: "py-1.5 pr-4" })),
  { title: text("Actions"), hidden: true },
];

interface NodeGridProps {
  readonly cluster: Cluster;
  readonly pools: readonly ShownPool[];
  readonly reading: NodesResponse | undefined;
}

/** Tree grid of worker pools, read from the garden, and of their Nodes, read from the cluster's own API server. */
export function NodeGrid({ cluster, pools, reading }: NodeGridProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const wasRead = reading?.state === "read";
  const opens = pools.reduce((sum, { nodes }) => sum + nodes.length, 0) <= openAtFirst;
  const openOf = ({ pool: { name }, nodes }: ShownPool) =>
    wasRead && nodes.length > 0 ? (chosen.get(name) ?? opens) : undefined;
  const toggle = (id: string, open: boolean) => setChosen(new Map(chosen).set(poolOf(id), open));
  const rows = pools.flatMap((shown): TreeRow[] => {
    const open = openOf(shown);
    const pool: TreeRow = { id: idOfPool(shown), level: 1, ...(open !== undefined && { expanded: open }) };
    return [pool, ...(open ? shown.nodes : []).map((node): TreeRow => ({ id: idOfNode(node), level: 2 }))];
  });
  const idle = useIdle();
  const tree = useRef<HTMLTableElement>(null);
  // Only one row is a tab stop; arrow keys move between rows. Controls inside a row handle their own keys.
  const [last, setLast] = useState<string>();
  const active = rows.some(({ id }) => id === last) ? last : rows[0]?.id;
  const { onKeyDown } = useRovingFocus({
    widget: tree,
    attribute: "data-row",
    onStop: setLast,
    lead: (row, event) => {
      if (row === null || row !== event.target || event.ctrlKey) return undefined;
      const move = moveInTree(rows, row.dataset.row ?? "", event.key);
      if (move === undefined) return undefined;
      event.stopPropagation();
      return move.kind === "focus" ? move.id : () => toggle(move.id, move.kind === "expand");
    },
  });
  return (
    <div className="scrollbar-thin relative overflow-x-auto border-t border-hairline">
      <Table
        ref={tree}
        role="treegrid"
        aria-label={text("Worker pools")}
        columns={columnsNow()}
        cards
        grouped
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setLast(target.closest<HTMLElement>("[data-row]")?.dataset.row)}
        className="w-full text-left text-sm max-sm:block sm:min-w-272"
        headClass="text-xs text-tertiary max-sm:sr-only"
        cellClass=""
      >
        {pools.map((shown, index) => {
          const [id, open] = [idOfPool(shown), openOf(shown)];
          return (
            <tbody key={id} role="rowgroup" className="border-t border-hairline max-sm:block">
              <PoolGridRow
                id={id}
                cluster={cluster}
                shown={shown}
                wasRead={wasRead}
                open={open}
                place={[index + 1, pools.length]}
                isStop={active === id}
                onToggle={(to) => toggle(id, to)}
              />
              {open === true &&
                shown.nodes.map((node, at) => (
                  <NodeGridRow
                    key={node.uid}
                    id={idOfNode(node)}
                    node={node}
                    strategy={shown.pool.strategy}
                    prefix={`${cluster.shoot.status?.technicalID}-`}
                    place={[at + 1, shown.nodes.length]}
                    isStop={active === idOfNode(node)}
                    cluster={cluster}
                    hasActs={idle}
                  />
                ))}
            </tbody>
          );
        })}
      </Table>
    </div>
  );
}

const idOfPool = ({ pool: { name } }: ShownPool) => `pool ${name}`;
const poolOf = (id: string) => id.slice("pool ".length);
const idOfNode = ({ uid }: ClusterNode) => `node ${uid}`;
