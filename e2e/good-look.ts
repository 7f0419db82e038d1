import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessibleAtEveryWidth } from "./journey.ts";
import { expectLoaded } from "./shown-pages.ts";

/** What scrolls up and down does not scroll sideways. Rows of tabs and tables with columns of their own may. */
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

/** Texts that end in an ellipsis, and whose whole neither they nor what is around them say to who points at them. */
async function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element);
      if (webkitLineClamp !== "none") return element.scrollHeight > element.clientHeight + 1;
      return textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth;
    };
    const tells = (element: Element) => {
      // Some are given their tooltip when the pointer comes.
      element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      return element.closest("[title]:not([title=''])") !== null;
    };
    return Array.from(document.querySelectorAll("body *"))
      .filter((element) => element.checkVisibility() && isCut(element) && !tells(element))
      .map((element) => `${element.textContent}`);
  });
}

/** The source of a message that nobody compiled: `{count, plural, one {# cluster} other {# clusters}}`. */
const sourceOfMessage = /\{\w+, (number|plural|select)\b/;

/**
 * No violation, nothing cut without a tooltip, nothing that scrolls sideways, and words where words belong: on a desktop and on
 * a phone.
 */
export async function expectGoodLook(page: Page, shown?: Locator): Promise<void> {
  await expectLoaded(page, shown);
  await expectAccessibleAtEveryWidth(page, async (width) => {
    await expectLoaded(page, shown);
    // What the server has drawn tells the whole of a text once the page's scripts run.
    await expect.poll(() => cutTexts(page), `cut without a tooltip at ${width} px`).toEqual([]);
  });
  await expect.poll(() => sidewaysScrollers(page), "at 390 px").toEqual([]);
  await expect(page.locator("body")).not.toContainText(sourceOfMessage);
}
