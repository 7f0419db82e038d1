import { text } from "#lib/language/text.ts";
import type { ComparedSection } from "../compare/compared-row.ts";
import { type ListFiles, listFiles } from "./list-files.ts";

interface ListedComparison {
  /** What stands in each column. */
  readonly names: readonly string[];
  readonly all: boolean;
  readonly now: number;
  readonly kubectl: string;
}

/** A line for each field that is shown, a column for each cluster. */
export function comparisonFiles(
  sections: readonly ComparedSection[],
  { names, all, now, kubectl }: ListedComparison,
): ListFiles {
  return listFiles({
    name: "comparison",
    noun: [text("field"), text("fields")],
    items: sections.flatMap(({ title, rows }) => rows.map((row) => ({ title, row }))),
    filter: [...names.map((name) => `c=${name}`), all ? "all=1" : "differences"].join("&"),
    now,
    kubectl,
    fields: [
      { key: "section", label: text("Section"), of: ({ title }) => title },
      { key: "field", label: text("Field"), of: ({ row }) => row.label },
      { key: "differs", label: text("Differs"), of: ({ row }) => row.differs },
      ...names.map((name, at) => ({
        key: name,
        label: name,
        of: ({ row }: { readonly row: ComparedSection["rows"][number] }) => {
          const cell = row.cells[at];
          return cell && [cell.text, cell.more].filter((part) => part !== undefined).join(", ");
        },
      })),
    ],
  });
}
