"use client";

import { createContext } from "react";
import type { ListFiles, Noun } from "#lib/view/export/list-files.ts";

/** A list that can be taken along. What its files hold is worked out when somebody asks for one. */
export interface ListToExport {
  readonly count: number;
  readonly noun: Noun;
  /** Its objects are in the garden, where kubectl reads them. */
  readonly kubectl?: boolean;
  readonly make: () => Promise<ListFiles> | ListFiles;
}

/** What the menu is about; its items are loaded when it is opened. */
export const ListToExportContext = createContext<ListToExport>({
  count: 0,
  noun: ["line", "lines"],
  make: () => ({ name: "list", noun: ["line", "lines"], count: 0, filter: "", table: [], document: {} }),
});
