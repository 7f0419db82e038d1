import { useQuery } from "@tanstack/react-query";
import { Braces, Table2, Terminal } from "lucide-react";
import { MenuItem, MenuLabel } from "#components/ui/overlay/menu.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { text } from "#lib/language/text.ts";
import {
  describeListExport,
  type FormatListCount,
  formatListCsv,
  formatListJson,
  type PreparedListExport,
} from "#lib/view/export/list-files.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { downloadText } from "./download-text.ts";
import { PrintItem } from "./print-item.tsx";

/** A list that can be exported. The content of a file is computed only when the user selects the file type. */
export interface ListToExport {
  readonly count: number;
  /** Returns the number of lines as text. */
  readonly counted: FormatListCount;
  /** Whether the listed objects are resources of the garden, so that a kubectl command can be offered. */
  readonly kubectl?: boolean;
  readonly make: () => Promise<PreparedListExport> | PreparedListExport;
}

/** Menu items that export a list as files; they state the number of lines and the filter. */
export function ExportListItems({ count, counted, kubectl = false, make }: ListToExport) {
  const toast = useToast();
  const { data: session } = useQuery(sessionQuery);
  const withFiles = async (take: (files: PreparedListExport) => Promise<string> | string) => {
    try {
      const files = await make();
      toast({ id: "export", kind: "success", title: await take(files), detail: describeListExport(files, counted) });
    } catch {
      toast({ id: "export", kind: "error", title: text("The list was not exported"), detail: text("Try again.") });
    }
  };
  const copy = async (files: PreparedListExport) => {
    try {
      await navigator.clipboard.writeText(files.kubectl ?? "");
      return text("Copied kubectl for {count}", { count: counted(files.count) });
    } catch {
      return text("The browser did not allow copying");
    }
  };
  return (
    <>
      <MenuLabel>{text("{count}, as shown", { count: counted(count) })}</MenuLabel>
      <MenuItem
        onSelect={() =>
          void withFiles((files) => save(`${files.name}.csv`, formatListCsv(files), "text/csv;charset=utf-8"))
        }
      >
        <Table2 aria-hidden />
        {text("Table (CSV)")}
      </MenuItem>
      <MenuItem
        onSelect={() =>
          void withFiles((files) =>
            save(
              `${files.name}.json`,
              formatListJson(files, session?.olderRules === undefined ? [] : ["newer-than-known-rules"]),
              "application/json",
            ),
          )
        }
      >
        <Braces aria-hidden />
        {text("JSON")}
      </MenuItem>
      {kubectl && (
        <MenuItem onSelect={() => void withFiles(copy)}>
          <Terminal aria-hidden />
          {text("Copy as kubectl")}
        </MenuItem>
      )}
      <PrintItem />
    </>
  );
}

function save(fileName: string, content: string, type: string): string {
  downloadText(fileName, content, type);
  return text("Saved {fileName}", { fileName });
}
