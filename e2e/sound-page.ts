import type { Page } from "@playwright/test";
import { expect, expectAccessibleAtEveryWidth } from "./journey.ts";

/** Whose pages stand for those of every cluster. */
export const shownCluster = "/clusters/payments/acquiring";

/** An address of a page, with something of the demo garden for each part in brackets. */
export function addressOf(path: string): string {
  return path.replace("/clusters/[project]/[name]", shownCluster).replace(/\[\w+\]/, "gardenlinux");
}

/** The page says what it is about, and nothing on it is still being loaded. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator(".animate-breathe")).toHaveCount(0);
}

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

/** No violation, nothing cut without a tooltip, and nothing that scrolls sideways: on a desktop and on a phone. */
export async function expectSound(page: Page): Promise<void> {
  await expectLoaded(page);
  await expectAccessibleAtEveryWidth(page, async (width) => {
    await expectLoaded(page);
    expect(await cutTexts(page), `cut without a tooltip at ${width} px`).toEqual([]);
  });
  expect(await sidewaysScrollers(page), "at 390 px").toEqual([]);
}

/** The same pages look different for clusters in trouble, and in their other views. */
export const otherLooks: readonly (readonly [what: string, path: string])[] = [
  ["a failed cluster", "/clusters/logistics/customs"],
  ["a cluster with failing constraints", "/clusters/sandbox/webhook-lab"],
  ["a hibernated cluster", "/clusters/platform/build-cache"],
  ["a cluster without workers", "/clusters/payments/card-emulator"],
  ["nodes of a cluster without workers", "/clusters/payments/card-emulator/nodes"],
  ["a cluster that is being deleted", "/clusters/sandbox/load-test"],
  ["the deletion of a cluster", "/clusters/sandbox/load-test/deletion"],
  ["a cluster that is not there", "/clusters/nope/nope"],
  ["versions to choose from", `${shownCluster}/updates?view=change`],
  ["the calendar as an agenda", "/calendar?view=agenda"],
  ["versions as a table", "/versions/kubernetes?view=table"],
  ["two profiles side by side", "/versions/kubernetes?profile=aws&profile=gcp"],
];
