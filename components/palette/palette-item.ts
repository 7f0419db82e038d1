import type { ReactNode } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Matchable } from "#lib/view/palette/match-groups.ts";

/** Item of the palette. */
export interface PaletteItem extends Matchable {
  readonly id: string;
  readonly icon: ReactNode;
  /** Secondary text beside the title. */
  readonly hint?: string | undefined;
  /** Equivalent shortcut outside the palette, as a sequence of keys. */
  readonly keys?: readonly string[];
  /** Reason why it is disabled; the item stays visible so that the reason can be read. */
  readonly reason?: string | undefined;
  /** Cluster of the item; its acts can be opened as a sub-list. */
  readonly cluster?: FleetRow;
  readonly run: () => void;
  /** The item only changes the typed text: the palette stays open. */
  readonly stays?: boolean;
}
