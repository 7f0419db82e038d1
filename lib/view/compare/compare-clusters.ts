import type { ColumnValues, ComparedCluster, ComparedSection, CompareTimeContext } from "./compared-row.ts";
import { setupSections } from "./setup-sections.ts";
import { specSection } from "./spec-section.ts";
import { stateSections } from "./state-sections.ts";

/**
 * Compares two to four clusters, or a cluster with an earlier state. Unreadable clusters keep their column and never
 * count as a difference.
 */
export function compareClusters(
  clusters: ColumnValues<ComparedCluster>,
  speech: CompareTimeContext,
): readonly ComparedSection[] {
  return [...stateSections(clusters, speech), ...setupSections(clusters, speech), specSection(clusters)];
}

/** Returns the number of rows of a comparison, and how many of them differ. */
export function countComparedRows(sections: readonly ComparedSection[]): {
  readonly all: number;
  readonly differ: number;
} {
  const rows = sections.flatMap((section) => section.rows);
  return { all: rows.length, differ: rows.filter(({ differs }) => differs).length };
}

/** Returns the sections with only their differing rows; sections without differences are left out. */
export function sectionsWithDifferences(sections: readonly ComparedSection[]): readonly ComparedSection[] {
  return sections
    .map((section) => ({
      ...section,
      rows: section.rows.filter(({ differs }) => differs),
      of: section.rows.length,
    }))
    .filter(({ rows }) => rows.length > 0);
}
