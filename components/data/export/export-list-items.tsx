"use client";

import { Braces, Table2, Terminal } from "lucide-react";
import { use } from "react";
import { MenuItem, MenuLabel } from "#components/ui/overlay/menu.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import { csvText, filesInWords, jsonText, type ListFiles } from "#lib/view/export/list-files.ts";
import { countOf } from "#lib/words/count.ts";
import { ListToExportContext } from "./list-to-export.ts";
import { PrintItem } from "./print-item.tsx";

/** The ways to take a list along: each says how many lines it holds, and of which filter. */
export function ExportListItems() {
  const { count, noun, kubectl = false, make } = use(ListToExportContext);
  const toast = useToast();
  const withFiles = async (take: (files: ListFiles) => Promise<string> | string) => {
    try {
      const files = await make();
      toast({ id: "export", kind: "success", title: await take(files), detail: filesInWords(files) });
    } catch {
      toast({ id: "export", kind: "error", title: "The list was not exported", detail: "Try again." });
    }
  };
  const copy = async (files: ListFiles) => {
    try {
      await navigator.clipboard.writeText(files.kubectl ?? "");
      return `Copied kubectl for ${countOf(files.count, ...noun)}`;
    } catch {
      return "The browser did not allow copying";
    }
  };
  return (
    <>
      <MenuLabel>{countOf(count, ...noun)}, as shown</MenuLabel>
      <MenuItem
        onSelect={() =>
          void withFiles((files) => save(`${files.name}.csv`, { type: "text/csv;charset=utf-8", text: csvText(files) }))
        }
      >
        <Table2 aria-hidden />
        Table (CSV)
      </MenuItem>
      <MenuItem
        onSelect={() =>
          void withFiles((files) => save(`${files.name}.json`, { type: "application/json", text: jsonText(files) }))
        }
      >
        <Braces aria-hidden />
        JSON
      </MenuItem>
      {kubectl && (
        <MenuItem onSelect={() => void withFiles(copy)}>
          <Terminal aria-hidden />
          Copy as kubectl
        </MenuItem>
      )}
      <PrintItem />
    </>
  );
}

/** Hands a text to the browser as a file. The address it takes for that is withdrawn at once. */
function save(fileName: string, { type, text }: { readonly type: string; readonly text: string }): string {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
  return `Saved ${fileName}`;
}
