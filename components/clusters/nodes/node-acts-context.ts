import { createContext, type RefObject } from "react";
import type { ClusterNode, NodeAct } from "#lib/contract/nodes.ts";

export interface NodeActRequest {
  readonly kind: NodeAct["kind"];
  readonly nodes: readonly ClusterNode[];
  readonly opener: RefObject<HTMLElement | null>;
}

/** Context of the Node rows: which Nodes are selected, and a function to request an action on Nodes. */
interface NodeActs {
  readonly marked: ReadonlySet<string>;
  /** Selects or deselects a Node. */
  readonly onMark: (uid: string) => void;
  /** Returns the update strategy of the Node's worker pool. */
  readonly strategyOf: (node: ClusterNode) => string | undefined;
  /** Reason why no action on any Node is possible now. */
  readonly obstacle: string | undefined;
  readonly ask: (request: NodeActRequest) => void;
}

export const NodeActsContext = createContext<NodeActs>({
  marked: new Set(),
  onMark: () => undefined,
  strategyOf: () => undefined,
  obstacle: undefined,
  ask: () => undefined,
});
