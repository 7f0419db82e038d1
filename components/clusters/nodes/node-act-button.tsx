"use client";

import { createContext, type ReactNode, type RefObject, useContext, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { type ClusterNode, mostNodesAtOnce, type NodeAct } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { nodeRefusal } from "#lib/view/nodes/node-refusal.ts";

interface NodeActButtonProps {
  readonly kind: NodeAct["kind"];
  readonly nodes: readonly ClusterNode[];
  /** The update strategy of a Node's pool. */
  readonly strategyOf: (node: ClusterNode) => string | undefined;
  readonly label: ReactNode;
  /** For those who hear the button alone. */
  readonly name?: string;
  readonly size?: "xs" | "sm";
  readonly tabIndex?: number;
}

/** Opens the confirmation of an act on Nodes. */
export function NodeActButton({ kind, nodes, strategyOf, label, name, size = "sm", tabIndex }: NodeActButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { obstacle, ask } = useNodeActs();
  const refusals = nodes.flatMap((node) => nodeRefusal(kind, node, strategyOf(node)) ?? []);
  const tooMany =
    nodes.length > mostNodesAtOnce ? text("Not more than {most} nodes at once.", { most: mostNodesAtOnce }) : undefined;
  return (
    <Button
      ref={button}
      size={size}
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

export interface NodeActRequest {
  readonly kind: NodeAct["kind"];
  readonly nodes: readonly ClusterNode[];
  readonly opener: RefObject<HTMLElement | null>;
}

/** What the rows of Nodes share: which are marked, and how something is asked of them. */
interface NodeActs {
  readonly marked: ReadonlySet<string>;
  readonly mark: (uid: string, on: boolean) => void;
  /** Why nothing can be asked of any Node now. */
  readonly obstacle: string | undefined;
  readonly ask: (request: NodeActRequest) => void;
}

export const NodeActsContext = createContext<NodeActs>({
  marked: new Set(),
  mark: () => undefined,
  obstacle: undefined,
  ask: () => undefined,
});

export function useNodeActs(): NodeActs {
  return useContext(NodeActsContext);
}
