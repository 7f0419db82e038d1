import type { Page } from "@playwright/test";
import * as z from "zod";
import type { FarmShoot } from "../faults/farm-garden.ts";
import type { ScaleSetup } from "./setup.ts";

const mostMs = 120_000;

/**
 * Text that runs in the page: resolves when the list holds so many clusters and has painted those that are visible. It
 * looks when the page changes, and not at every frame, which would be made for it.
 */
const shown = (count: number) => `new Promise((resolve) => {
  const look = () => {
    const grid = document.querySelector("[role=grid][aria-label=Clusters]");
    const holdsAll = Number(grid?.getAttribute("aria-rowcount")) > ${count};
    if (!holdsAll || grid.querySelectorAll("[role=row]").length <= 10) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-rowcount"] });
  look();
})`;

/** Opens the list of clusters; seconds from the beginning of the navigation until all rows are there and painted. */
export async function openList(page: Page, { farm }: ScaleSetup, query = ""): Promise<number> {
  await page.goto(`/clusters${query}`, { waitUntil: "commit" });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("the list of clusters does not show all rows")), mostMs).unref();
  });
  return z.number().parse(await Promise.race([page.evaluate(shown(farm.garden.size)), late])) / 1000;
}

/** The clusters whose lines are on the screen, from the first on; without those that are being deleted. */
export async function visibleShoots(page: Page, { farm }: ScaleSetup): Promise<readonly FarmShoot[]> {
  const script = `[...document.querySelectorAll("[role=grid] [role=row] a[href^='/clusters/']")].map((link) => link.getAttribute("href"))`;
  const paths = z.array(z.string()).parse(await page.evaluate(script));
  const wanted = new Set(paths.map((path) => path.split("/").slice(2, 4).map(decodeURIComponent).join("/")));
  return farm.garden.shoots.filter(({ project, name }) => wanted.has(`${project}/${name}`));
}

/** Selects the line of a cluster. */
function lineOf({ project, name }: FarmShoot): string {
  return `[role=row]:has(a[href^='/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}'])`;
}

const mostChangeMs = 10_000;

/**
 * Text that runs in the page: resolves to the instant at which the line of a cluster was painted as it has to be, or to
 * null when that does not come in time.
 *
 * @param holds an expression of `line`
 */
function paintedWhen(shoot: FarmShoot, holds: string): string {
  return `new Promise((resolve) => {
    const grid = document.querySelector("[role=grid][aria-label=Clusters]");
    const isThere = () => { const line = grid.querySelector(${JSON.stringify(lineOf(shoot))}); return line !== null && (${holds}); };
    const note = () => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
    };
    const observer = new MutationObserver(note);
    observer.observe(grid, { subtree: true, childList: true, characterData: true, attributes: true });
    note();
    setTimeout(() => resolve(null), ${mostChangeMs});
  })`;
}

/** Milliseconds from sending a write until the line of a cluster shows it; undefined when it does not in time. */
export async function changeToPixel(
  page: Page,
  { shoot, holds }: { readonly shoot: FarmShoot; readonly holds: string },
  write: () => Promise<unknown>,
): Promise<number | undefined> {
  const painted = page.evaluate(paintedWhen(shoot, holds));
  const sentAt = performance.timeOrigin + performance.now();
  await write();
  const at = z.nullable(z.number()).parse(await painted);
  return at === null ? undefined : at - sentAt;
}
