import type { Page } from "@playwright/test";
import { expect, test } from "../../journey.ts";

const pages = [
  "/",
  "/versions/kubernetes?profile=gcp",
  "/versions/images/gardenlinux?profile=aws",
  "/versions/whatif?profile=gcp",
  "/forecast",
  "/calendar",
  "/calendar?view=agenda",
  "/rotations",
  "/feeds",
  "/views",
  "/notices",
  "/operations",
  "/session",
  "/settings",
  "/glossary",
  "/clusters/payments/acquiring",
  "/clusters/sandbox/webhook-lab",
  "/clusters/analytics/lake-prod",
  ...[
    "updates",
    "updates?view=change",
    "credentials",
    "nodes",
    "maintenance",
    "activity",
    "advanced",
    "yaml",
    "deletion",
  ].map((tab) => `/clusters/payments/acquiring/${tab}`),
];

/**
 * Finds texts in cards that are longer than one line before anything is opened. Table cells, names, code, texts of the
 * garden, and labels without a full stop do not count.
 */
async function longProse(page: Page): Promise<readonly string[]> {
  return page.getByRole("main").evaluate((main) => {
    const apart =
      "table, [role=grid], [role=treegrid], [role=table], pre, textarea, .cm-editor, [data-verbatim], h1, h2, h3, summary";
    const blocks = new Map<Element, { text: string; bottoms: number[] }>();
    for (const card of main.querySelectorAll(".rounded-card")) {
      const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || parent.closest(apart) !== null || parent.closest(".sr-only") !== null) continue;
        if (!parent.checkVisibility({ visibilityProperty: true })) continue;
        let block = parent;
        while (getComputedStyle(block).display.startsWith("inline") && block.parentElement) block = block.parentElement;
        const held = blocks.get(block) ?? { text: "", bottoms: [] };
        blocks.set(block, held);
        const range = document.createRange();
        range.selectNodeContents(node);
        held.text += node.textContent ?? "";
        held.bottoms.push(...[...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => bottom));
      }
    }
    const isProse = (text: string) =>
      /\.(\s|$)/.test(text) && text.split(/\s+/).filter((word) => /^[a-z]/.test(word)).length > 3;
    // Letters of several sizes on one line end a few pixels apart, which does not count as another line.
    const linesOf = (bottoms: readonly number[]) =>
      bottoms.toSorted((a, b) => a - b).filter((bottom, at, all) => at === 0 || bottom - (all[at - 1] ?? 0) > 8).length;
    return [...blocks.values()]
      .filter(({ text, bottoms }) => isProse(text) && linesOf(bottoms) > 1)
      .map(({ text, bottoms }) => `${linesOf(bottoms)} lines: ${text.replace(/\s+/g, " ").trim()}`);
  });
}

test.describe("1440 px wide", { tag: "@all" }, () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  for (const path of pages) {
    test(`no card of ${path} has a sentence of more than one line before anything is opened`, async ({
      page,
      signIn,
    }) => {
      await signIn("operator");
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await expect(page.locator(".animate-breathe")).toHaveCount(0);
      expect(await longProse(page)).toEqual([]);
    });
  }
});
