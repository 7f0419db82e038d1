"use client";

import { createContext } from "react";
import type { BulkOffer } from "#lib/act/bulk/bulk-offers.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

export interface BulkChoice {
  readonly marked: readonly FleetRow[];
  readonly refusal: (offer: BulkOffer) => string | undefined;
  readonly choose: (offer: BulkOffer) => void;
}

/** What the bar knows, for the menu that is loaded later. */
export const BulkChoiceContext = createContext<BulkChoice>({
  marked: [],
  refusal: () => undefined,
  choose: () => undefined,
});

/** The acts that are buttons; the others are in the menu. */
export const inTheBar: readonly string[] = ["reconcile", "maintain", "retry"];
