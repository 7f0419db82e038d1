import type { Page } from "@playwright/test";
import * as z from "zod";
import type { BenchShoot } from "../faults/farm-garden.ts";
import type { ScaleSetup } from "./setup.ts";

const mostMs = 120_000;

/**
 * Source code that runs in the page: resolves when the list contains the given number of clusters and has rendered the
 * visible ones. It checks after changes of the page, because checking every frame would cause additional frames.
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

/** Opens the cluster list; returns the seconds from the start of the navigation until all rows are rendered. */
export async function openClusterList(page: Page, { farm }: ScaleSetup, query = ""): Promise<number> {
  await page.goto(`/clusters${query}`, { waitUntil: "commit" });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("the list of clusters does not show all rows")), mostMs).unref();
  });
  return z.number().parse(await Promise.race([page.evaluate(shown(farm.garden.size)), late])) / 1000;
}

/** The clusters whose rows are visible, from the top, without those in deletion. */
export async function visibleShoots(page: Page, { farm }: ScaleSetup): Promise<readonly BenchShoot[]> {
  const script = `[...document.querySelectorAll("[role=grid] [role=row] a[href^='/clusters/']")].map((link) => link.getAttribute("href"))`;
  const paths = z.array(z.string()).parse(await page.evaluate(script));
  const wanted = new Set(paths.map((path) => path.split("/").slice(2, 4).map(decodeURIComponent).join("/")));
  return farm.garden.shoots.filter(({ project, name }) => wanted.has(`${project}/${name}`));
}

/** CSS selector of a cluster's row. */
function lineOf({ project, name }: BenchShoot): string {
  return `[role=row]:has(a[href^='/clusters/${encodeURIComponent(project)}/${encodeURIComponent(name)}'])`;
}

const mostChangeMs = 10_000;

/**
 * Source code that runs in the page: resolves to the time at which the row of a cluster was rendered with the expected
 * content, or to null after a timeout.
 * @param holds JavaScript condition about the row element `line`
 */
function paintedWhen(shoot: BenchShoot, holds: string): string {
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

/** Milliseconds from sending a write until the row of the cluster shows the change; undefined after a timeout. */
export async function changeToPixel(
  page: Page,
  { shoot, holds }: { readonly shoot: BenchShoot; readonly holds: string },
  write: () => Promise<unknown>,
): Promise<number | undefined> {
  const painted = page.evaluate(paintedWhen(shoot, holds));
  const sentAt = performance.timeOrigin + performance.now();
  await write();
  const at = z.nullable(z.number()).parse(await painted);
  return at === null ? undefined : at - sentAt;
}
