import type { ReactNode } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { LightCell, Speech } from "./light-text.ts";

/** How the values of a field look in the grid. */
export interface ColumnLook {
  /** Narrowest width in px, and its share of what is left over; none where somebody has chosen the width. */
  readonly width: readonly [minPx: number, share: number];
  readonly numeric?: boolean;
  readonly cell: (row: FleetRow) => ReactNode;
  /** The same in texts alone, for lines that pass by. */
  readonly light: (row: FleetRow, speech: Speech) => LightCell;
}
