"use client";

import { use } from "react";
import { Button } from "#components/ui/button.tsx";
import { type ClusterNode, maxNodesPerRequest } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { NodeActButton } from "./node-act-button.tsx";
import { NodeActsContext } from "./node-acts-context.ts";

interface NodeToolbarProps {
  readonly marked: readonly ClusterNode[];
  readonly onUnmark: () => void;
}

/** Toolbar with the actions on the selected Nodes. */
export function NodeToolbar({ marked, onUnmark }: NodeToolbarProps) {
  const { strategyOf } = use(NodeActsContext);
  const byHand = marked.some((node) => strategyOf(node) === "ManualInPlaceUpdate");
  return (
    <section
      aria-label={text("Selected nodes")}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-hairline bg-surface px-4 py-2"
    >
      <p role="status" className="text-sm font-medium tabular-nums">
        {text("{count} of at most {most} nodes selected", { count: marked.length, most: maxNodesPerRequest })}
      </p>
      <NodeActButton kind="restart" nodes={marked} label={text("Restart units…")} />
      {byHand && <NodeActButton kind="select" nodes={marked} label={text("Select for the update in place…")} />}
      <Button variant="ghost" size="sm" onClick={onUnmark}>
        {text("Clear selection")}
      </Button>
    </section>
  );
}
