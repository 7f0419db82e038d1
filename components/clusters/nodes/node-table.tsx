"use client";

import { clsx } from "clsx";
import { Instant } from "#components/data/instant.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import type { PoolRow } from "#lib/view/nodes/pool-rows.ts";
import { NodeActButton } from "./node-act-button.tsx";
import { useNodeActs } from "./node-acts.ts";
import { NodeTags, ReadyCell } from "./node-cells.tsx";

/** The widths keep the columns of one pool below those of the other. */
const columns = [
  { title: "Node" },
  { title: "Ready", width: "w-32" },
  { title: "Kubelet", width: "w-28" },
  { title: "Image", width: "w-52" },
  { title: "Created", width: "w-32" },
];

/** The Nodes of one pool, in a box that scrolls sideways where there is no room. */
export function NodeTable({ pool }: { readonly pool: PoolRow }) {
  const { nodes, strategy, name } = pool;
  const { marked, mark } = useNodeActs();
  const byHand = strategy === "ManualInPlaceUpdate";
  const strategyOf = () => strategy;
  const caption = name === "" ? "Nodes of no pool" : `Nodes of pool ${name}`;
  if (nodes.length === 0) return <p className="text-sm text-secondary">It has no nodes now.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard.
    <section className="scrollbar-thin relative -mx-1 overflow-x-auto px-1" tabIndex={0} aria-label={caption}>
      <table className="w-full min-w-176 text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-xs text-tertiary">
          <tr>
            <th scope="col" className="w-8">
              <span className="sr-only">Mark</span>
            </th>
            {columns.map(({ title, width }) => (
              <th key={title} scope="col" className={clsx("py-1.5 pr-4 font-medium", width)}>
                {title}
              </th>
            ))}
            <th scope="col" className="w-px">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline border-t border-hairline">
          {nodes.map((node) => (
            <tr key={node.uid} className="align-top">
              <td className="py-2.5">
                <Checkbox
                  aria-label={`Mark ${node.name}`}
                  checked={marked.has(node.uid)}
                  onCheckedChange={(on) => mark(node.uid, on === true)}
                />
              </td>
              <th scope="row" className="min-w-56 py-2 pr-4 font-medium">
                <span className="flex flex-col gap-1">
                  <span translate="no" className="break-all">
                    {node.name}
                  </span>
                  <NodeTags node={node} strategy={strategy} />
                </span>
              </th>
              <td className="py-2 pr-4">
                <ReadyCell node={node} />
              </td>
              <td className="py-2 pr-4 font-mono">{node.kubelet ?? "not reported"}</td>
              <td className="py-2 pr-4 text-secondary">{node.image ?? "not reported"}</td>
              <td className="py-2 pr-4 text-secondary">
                <Instant at={node.createdAt} form="relative" />
              </td>
              <td className="py-1.5 text-right">
                <span className="inline-flex justify-end gap-2 whitespace-nowrap">
                  {byHand && (
                    <NodeActButton
                      kind="select"
                      nodes={[node]}
                      strategyOf={strategyOf}
                      label="Select…"
                      name={`Select ${node.name} for the update`}
                    />
                  )}
                  <NodeActButton
                    kind="restart"
                    nodes={[node]}
                    strategyOf={strategyOf}
                    label="Restart units…"
                    name={`Restart units on ${node.name}`}
                  />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
