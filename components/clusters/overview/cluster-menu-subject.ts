"use client";

import { createContext, type RefObject, useContext } from "react";
import type { Cluster } from "../use-cluster.ts";

/** What the menu of a cluster is about; its items are loaded when it is opened. */
export interface ClusterMenuSubject {
  readonly cluster: Cluster;
  readonly opener: RefObject<HTMLElement | null>;
}

export const ClusterMenuContext = createContext<ClusterMenuSubject | undefined>(undefined);

export function useClusterMenuSubject(): ClusterMenuSubject | undefined {
  return useContext(ClusterMenuContext);
}
