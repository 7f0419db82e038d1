import { useQuery } from "@tanstack/react-query";
import { Braces, Table2, Terminal } from "lucide-react";
import { MenuItem, MenuLabel } from "#components/ui/overlay/menu.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { text } from "#lib/language/text.ts";
import { type Counted, csvText, filesInWords, jsonText, type ListFiles } from "#lib/view/export/list-files.ts";
import { sessionQuery } from "../queries/session-queries.ts";
import { downloadText } from "./download-text.ts";
import { PrintItem } from "./print-item.tsx";

/** A list that can be taken along. What its files hold is worked out when somebody asks for one. */
export interface ListToExport {
  readonly count: number;
  /** Says how many lines that is. */
  readonly counted: Counted;
  /** Its objects are in the garden, where kubectl reads them. */
  readonly kubectl?: boolean;
  readonly make: () => Promise<ListFiles> | ListFiles;
}

/** The ways to take a list along: each says how many lines it holds, and of which filter. */
export function ExportListItems({ count, counted, kubectl = false, make }: ListToExport) {
  const toast = useToast();
  const { data: session } = useQuery(sessionQuery);
  const withFiles = async (take: (files: ListFiles) => Promise<string> | string) => {
    try {
      const files = await make();
      toast({ id: "export", kind: "success", title: await take(files), detail: filesInWords(files, counted) });
    } catch {
      toast({ id: "export", kind: "error", title: text("The list was not exported"), detail: text("Try again.") });
    }
  };
  const copy = async (files: ListFiles) => {
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
        onSelect={() => void withFiles((files) => save(`${files.name}.csv`, csvText(files), "text/csv;charset=utf-8"))}
      >
        <Table2 aria-hidden />
        {text("Table (CSV)")}
      </MenuItem>
      <MenuItem
        onSelect={() =>
          void withFiles((files) =>
            save(
              `${files.name}.json`,
              jsonText(files, session?.olderRules === undefined ? [] : ["newer-than-known-rules"]),
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
