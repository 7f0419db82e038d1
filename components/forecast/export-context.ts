"use client";

import { createContext } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { emptyFleetQuery, type FleetQuery } from "#lib/fleet/fleet-query.ts";

export interface Exported {
  readonly query: FleetQuery;
  /** How many clusters the files hold. */
  readonly count: number | undefined;
  readonly rows: readonly FleetRow[];
}

/** What the menu is about; its items are loaded when it is opened. */
export const ExportContext = createContext<Exported>({ query: emptyFleetQuery, count: undefined, rows: [] });
