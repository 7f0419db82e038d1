import type { Page } from "@playwright/test";
import axe, { type AxeResults, type RunOnly, type RunOptions } from "axe-core";

declare global {
  interface Window {
    axe?: { run(options: RunOptions): Promise<AxeResults> };
  }
}

const everything: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** Accessibility rules whose results can differ between the colour schemes of a page. */
const ofColours: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** Violations that axe finds on the page, each with the rule and the HTML of the element. */
export async function findViolations(page: Page, rules: "everything" | "colours"): Promise<readonly string[]> {
  // Injected once per page, because loading the half megabyte of axe takes as long as some checks.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      if (window.axe === undefined) throw new Error("axe is not there");
      const { violations } = await window.axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
    },
    { runOnly: rules === "everything" ? everything : ofColours, resultTypes: ["violations"] } satisfies RunOptions,
  );
}
