import type { ReactNode } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Matchable } from "#lib/view/palette/match-groups.ts";

/** One line of the palette. */
export interface PaletteItem extends Matchable {
  readonly id: string;
  readonly icon: ReactNode;
  /** Beside the title, more quietly. */
  readonly hint?: string | undefined;
  /** What does the same without the palette, one after the other. */
  readonly keys?: readonly string[];
  /** Why not now; the line stays, so that everybody can read the reason. */
  readonly reason?: string | undefined;
  /** Its acts are one step further in. */
  readonly cluster?: FleetRow;
  readonly run: () => void;
  /** Something to go on typing from: the palette stays open. */
  readonly stays?: boolean;
}
