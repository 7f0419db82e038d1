"use client";

import { createContext, type RefObject, useContext } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";

/** What the menu of a row is about; its items are loaded when it is opened. */
export interface RowMenuSubject {
  readonly row: FleetRow;
  readonly opener: RefObject<HTMLElement | null>;
  /** Opens what fetches a kubeconfig, where it outlives the menu. */
  readonly onKubeconfig: () => void;
}

export const RowMenuContext = createContext<RowMenuSubject | undefined>(undefined);

export function useRowMenuSubject(): RowMenuSubject | undefined {
  return useContext(RowMenuContext);
}
