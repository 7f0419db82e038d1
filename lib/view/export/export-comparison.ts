import { text } from "#lib/language/text.ts";
import type { ComparedRow, ComparedSection } from "../compare/compared-row.ts";
import { type PreparedListExport, prepareListExport } from "./list-files.ts";

interface ListedComparison {
  /** Headings of the compared columns. */
  readonly names: readonly string[];
  readonly all: boolean;
  readonly now: number;
  readonly kubectl: string;
  /** Recomputes the sections in the current language. */
  readonly again: () => readonly ComparedSection[];
}

interface ComparedLine {
  readonly section: ComparedSection;
  readonly row: ComparedRow;
}

const linesOf = (sections: readonly ComparedSection[]): readonly ComparedLine[] =>
  sections.flatMap((section) => section.rows.map((row) => ({ section, row })));

/** Exports a comparison with a row per shown field and a column per cluster. */
export function exportComparison(
  sections: readonly ComparedSection[],
  { names, all, now, kubectl, again }: ListedComparison,
): PreparedListExport {
  return prepareListExport({
    name: "comparison",
    items: linesOf(sections),
    again: () => linesOf(again()),
    filter: [...names.map((name) => `c=${name}`), all ? "all=1" : "differences"].join("&"),
    now,
    kubectl,
    fields: [
      { key: "section", title: text("Section"), of: ({ section }) => section.title, code: ({ section }) => section.id },
      { key: "field", title: text("Field"), of: ({ row }) => row.label, code: ({ row }) => row.key },
      { key: "differs", title: text("Differs"), of: ({ row }) => row.differs },
      ...names.map((name, at) => ({
        ...{ key: name, title: name },
        of: ({ row }: ComparedLine) => {
          const cell = row.cells[at];
          return cell && [cell.text, cell.more].filter((part) => part !== undefined).join(", ");
        },
      })),
    ],
  });
}
