"use client";

import { createContext, type RefObject, useContext } from "react";
import type { ClusterNode, NodeAct } from "#lib/contract/nodes.ts";

export interface NodeActRequest {
  readonly kind: NodeAct["kind"];
  readonly nodes: readonly ClusterNode[];
  readonly opener: RefObject<HTMLElement | null>;
}

/** What the rows of Nodes share: which are marked, and how something is asked of them. */
export interface NodeActs {
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
