"use client";

import { createContext } from "react";
import type { Counted, ListFiles } from "#lib/view/export/list-files.ts";

/** A list that can be taken along. What its files hold is worked out when somebody asks for one. */
export interface ListToExport {
  readonly count: number;
  /** Says how many lines that is. */
  readonly counted: Counted;
  /** Its objects are in the garden, where kubectl reads them. */
  readonly kubectl?: boolean;
  readonly make: () => Promise<ListFiles> | ListFiles;
}

/** What the menu is about; its items are loaded when it is opened. */
export const ListToExportContext = createContext<ListToExport>({
  count: 0,
  counted: String,
  make: () => ({ name: "list", count: 0, filter: "", table: [], document: {} }),
});
