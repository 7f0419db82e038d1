import { expect } from "../journey.ts";
import type { Point, TourBrowser } from "./tour-browser.ts";

interface Target {
  readonly selector: string;
  /** Beginning of the element's label, or of a line of its text. */
  readonly name: string;
}

/** Clicks an element as soon as it is visible, enabled and not covered. */
export async function click(browser: TourBrowser, selector: string, name: string): Promise<void> {
  const points: Point[] = [];
  await expect
    .poll(
      async () => {
        points.push(...(await browser.evaluate(reachablePoint, { selector, name })));
        return points.length;
      },
      { message: `“${name}” can be clicked` },
    )
    .toBe(1);
  for (const point of points) await browser.clickAt(point);
}

/** Runs in the page: returns the centre of the element, or nothing if it cannot be clicked. */
function reachablePoint({ selector, name }: Target): readonly Point[] {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    // biome-ignore lint/performance/useDomNodeTextContent: only rendered text has lines
    const lines = (element.ariaLabel ?? element.innerText).split("\n");
    const isNamed = lines.some((line) => line.trim().startsWith(name));
    if (!isNamed || element.matches(":disabled, [aria-disabled=true]")) continue;
    element.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (element.contains(document.elementFromPoint(x, y))) return [{ x, y }];
  }
  return [];
}

/** Visible text of an element; empty if there is none. */
export function textOf(browser: TourBrowser, selector: string): Promise<string> {
  return browser.evaluate((given) => {
    const element = document.querySelector(given);
    // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
    return element instanceof HTMLElement ? element.innerText : "";
  }, selector);
}

/** Waits until the page shows its title and no loading indicator. */
export async function expectLoaded(browser: TourBrowser): Promise<void> {
  await expect
    .poll(() =>
      browser.evaluate(() => {
        const heading = document.querySelector("h1");
        const isLoading = document.querySelector(".animate-breathe") !== null;
        return heading?.checkVisibility() === true && !isLoading;
      }, undefined),
    )
    .toBe(true);
}

/** Resizes the window and waits until the page has the new width. */
export async function resize(browser: TourBrowser, width: number, height = 800): Promise<void> {
  await browser.resize(width, height);
  await expect.poll(() => browser.evaluate(() => window.innerWidth, undefined)).toBe(width);
}

/** The page and its main containers, if they scroll horizontally. */
export function sidewaysScrollers(browser: TourBrowser): Promise<readonly string[]> {
  return browser.evaluate(
    () =>
      [document.documentElement, document.body, ...document.querySelectorAll("main, main > *")]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(
          ({ tagName, className, scrollWidth, clientWidth }) =>
            `${tagName} ${className}: ${scrollWidth} > ${clientWidth}`,
        ),
    undefined,
  );
}
