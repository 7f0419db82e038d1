import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessibleAtEveryWidth } from "./journey.ts";
import { expectPageLoaded } from "./shown-pages.ts";

/** Large elements that scroll both vertically and horizontally. Tab bars and wide tables are not included. */
async function sidewaysScrollers(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll("*"))
      .filter(
        (element) =>
          element.clientHeight > window.innerHeight / 3 &&
          element.scrollHeight > element.clientHeight + 1 &&
          element.scrollWidth > element.clientWidth + 1,
      )
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .map((element) => `${element.tagName} ${element.className}`),
  );
}

/** Texts that are cut by an ellipsis and have no tooltip with the complete text. */
async function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element);
      if (webkitLineClamp !== "none") return element.scrollHeight > element.clientHeight + 1;
      return textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth;
    };
    const tells = (element: Element) => {
      // Some elements get their tooltip only when the pointer enters them.
      element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      return element.closest("[title]:not([title=''])") !== null;
    };
    return Array.from(document.querySelectorAll("body *"))
      .filter((element) => element.checkVisibility() && isCut(element) && !tells(element))
      .map((element) => `${element.textContent}`);
  });
}

/** Source of an ICU message shown without formatting: `{count, plural, one {# cluster} other {# clusters}}`. */
const sourceOfMessage = /\{\w+, (number|plural|select)\b/;

/**
 * Checks a page in desktop and phone width: no accessibility violations, no cut text without a tooltip, no unintended
 * horizontal scrolling, and no unformatted messages.
 */
export async function expectReadablePage(page: Page, shown?: Locator): Promise<void> {
  await expectPageLoaded(page, shown);
  await expectAccessibleAtEveryWidth(page, async (width) => {
    await expectPageLoaded(page, shown);
    // Server-rendered texts get their tooltips when the scripts of the page run.
    await expect.poll(() => cutTexts(page), `cut without a tooltip at ${width} px`).toEqual([]);
  });
  await expect.poll(() => sidewaysScrollers(page), "at 390 px").toEqual([]);
  await expect(page.locator("body")).not.toContainText(sourceOfMessage);
}
