import type { Columns, ComparedCluster, ComparedSection, CompareSpeech } from "./compared-row.ts";
import { setupSections } from "./setup-sections.ts";
import { specSection } from "./spec-section.ts";
import { stateSections } from "./state-sections.ts";

/**
 * Two to four clusters side by side, or a cluster beside an earlier state of itself. Those that could not be read keep
 * their column: they are never taken for a difference.
 */
export function compareClusters(clusters: Columns<ComparedCluster>, speech: CompareSpeech): readonly ComparedSection[] {
  return [...stateSections(clusters, speech), ...setupSections(clusters, speech), specSection(clusters)];
}

/** How many lines there are, and how many of them differ. */
export function countOfRows(sections: readonly ComparedSection[]): { readonly all: number; readonly differ: number } {
  const rows = sections.flatMap((section) => section.rows);
  return { all: rows.length, differ: rows.filter(({ differs }) => differs).length };
}

/** Only what differs; a section without any difference is left out. */
export function onlyDifferences(sections: readonly ComparedSection[]): readonly ComparedSection[] {
  return sections
    .map((section) => ({
      ...section,
      rows: section.rows.filter(({ differs }) => differs),
      of: section.rows.length,
    }))
    .filter(({ rows }) => rows.length > 0);
}
