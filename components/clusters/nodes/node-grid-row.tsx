"use client";

import { RotateCw } from "lucide-react";
import { Instant } from "#components/data/shown/instant.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import type { ClusterNode } from "#lib/contract/nodes.ts";
import { NodeActButton } from "./node-act-button.tsx";
import { useNodeActs } from "./node-acts.ts";
import { NodeTags, ReadyCell } from "./node-cells.tsx";

interface NodeGridRowProps {
  readonly id: string;
  readonly node: ClusterNode;
  readonly strategy: string;
  /** Which of how many in its pool. */
  readonly place: readonly [position: number, count: number];
  /** Tab stops here, and then at what stands in the row. */
  readonly isStop: boolean;
}

/** One Node of a pool. */
export function NodeGridRow({ id, node, strategy, place, isStop }: NodeGridRowProps) {
  const { marked, mark } = useNodeActs();
  const strategyOf = () => strategy;
  const tabIndex = isStop ? 0 : -1;
  return (
    <tr
      data-row={id}
      tabIndex={tabIndex}
      aria-level={2}
      aria-posinset={place[0]}
      aria-setsize={place[1]}
      className="focus-inset border-t border-hairline align-top hover:bg-hover"
    >
      <td className="py-2.5 pl-4">
        <Checkbox
          tabIndex={tabIndex}
          aria-label={`Mark ${node.name}`}
          checked={marked.has(node.uid)}
          onCheckedChange={(on) => mark(node.uid, on === true)}
        />
      </td>
      <th scope="row" className="min-w-56 py-2 pr-4 pl-7 font-normal">
        <span translate="no" title={node.name} className="block max-w-64 truncate">
          {node.name}
        </span>
      </th>
      <td className="py-2 pr-4">
        <ReadyCell node={node} />
      </td>
      <td className="py-2 pr-4 font-mono">{node.kubelet ?? "not reported"}</td>
      <td className="py-2 pr-4 text-secondary">{node.image ?? "not reported"}</td>
      <td className="py-2 pr-4">
        <NodeTags node={node} strategy={strategy} />
      </td>
      <td className="py-2 pr-4 whitespace-nowrap text-secondary">
        <Instant at={node.createdAt} form="relative" />
      </td>
      <td className="py-1.5 pr-4 text-right">
        <span className="inline-flex flex-wrap justify-end gap-2">
          {strategy === "ManualInPlaceUpdate" && (
            <NodeActButton
              kind="select"
              tabIndex={tabIndex}
              nodes={[node]}
              strategyOf={strategyOf}
              label="Select…"
              name={`Select ${node.name} for the update`}
            />
          )}
          <NodeActButton
            kind="restart"
            tabIndex={tabIndex}
            nodes={[node]}
            strategyOf={strategyOf}
            label={<RotateCw aria-hidden />}
            name={`Restart units on ${node.name}`}
          />
        </span>
      </td>
    </tr>
  );
}
