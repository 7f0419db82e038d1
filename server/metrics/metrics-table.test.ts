import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allMetrics } from "#server/testing/all-metrics.ts";

const operating = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");

/** One line for each of Almanac's own metrics, from its description. */
function metricsTable(): string {
  const lines = allMetrics()
    .filter(({ name }) => name.startsWith("almanac_"))
    .map(({ name, type, help, labelNames }) => [`\`${name}\``, type, labelNames.join(", "), help]);
  const rows = [["Metric", "Type", "Labels", "Says"], ...lines];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(line)].join("\n");
}

test("docs/operating.md lists every metric as the code has it", () => {
  const listed = /^\| Metric .*(?:\n\|.*)*/m.exec(operating)?.[0];
  expect(listed).toBe(metricsTable());
});
