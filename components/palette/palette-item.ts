import type { ReactNode } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Matchable } from "#lib/view/palette/match-groups.ts";

/** Item of the command palette. */
export interface PaletteItem extends Matchable {
  readonly id: string;
  readonly icon: ReactNode;
  /** Secondary text beside the title. */
  readonly hint?: string | undefined;
  /** Keys of the shortcut that does the same outside the palette, in sequence. */
  readonly keys?: readonly string[];
  /** Why the item is disabled. It stays visible, so that the user can read the reason. */
  readonly reason?: string | undefined;
  /** The cluster of this item, whose actions can be opened as a nested list. */
  readonly cluster?: FleetRow;
  readonly run: () => void;
  /** Whether choosing the item only changes the typed text, so that the palette stays open. */
  readonly stays?: boolean;
}
