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
