"use client";

import { type ReactNode, use, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { type ClusterNode, maxNodesPerRequest, type NodeAct } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { findNodeActBlocker } from "#lib/view/nodes/node-act-blocker.ts";
import { NodeActsContext } from "./node-acts-context.ts";

interface NodeActButtonProps {
  readonly kind: NodeAct["kind"];
  readonly nodes: readonly ClusterNode[];
  readonly label: ReactNode;
  /** Accessible name, for screen reader users who reach the button without its context. */
  readonly name?: string;
  readonly tabIndex?: number;
}

/** Button that opens the confirmation of an action on Nodes. */
export function NodeActButton({ kind, nodes, label, name, tabIndex }: NodeActButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { strategyOf, obstacle, ask } = use(NodeActsContext);
  const refusals = nodes.flatMap((node) => findNodeActBlocker(kind, node, strategyOf(node)) ?? []);
  const tooMany =
    nodes.length > maxNodesPerRequest
      ? text("Not more than {most} nodes at once.", { most: maxNodesPerRequest })
      : undefined;
  return (
    <Button
      ref={button}
      size="sm"
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      {...(name !== undefined && { "aria-label": name, title: name })}
      disabledReason={obstacle ?? tooMany ?? refusals[0]}
      onClick={() => ask({ kind, nodes, opener: button })}
    >
      {label}
    </Button>
  );
}
