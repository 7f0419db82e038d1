"use client";

import { createContext } from "react";
import type { useClocks } from "#components/data/address/use-clock.ts";
import type { OnlookerAt } from "#components/data/session/use-onlooker.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

interface Speech {
  readonly now: number;
  readonly clockFor: ReturnType<typeof useClocks>;
  readonly onlookerAt: OnlookerAt;
}

/** A column of the list, as far as it is texts. */
interface ListedColumn {
  readonly key: string;
  readonly label: string;
  readonly light: (row: FleetRow, speech: Speech) => readonly ({ readonly text: string } | undefined)[];
}

/** What the list shows, in its order. */
export interface Listed {
  readonly rows: readonly FleetRow[];
  readonly columns: readonly ListedColumn[];
}

export const nothing: Listed = { rows: [], columns: [] };

export const ListedContext = createContext(nothing);
