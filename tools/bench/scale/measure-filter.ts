import type { Page } from "@playwright/test";
import * as z from "zod";
import { openClusterList } from "./list-page.ts";
import { type Measurement, percentile } from "./measurement.ts";
import { openSignedInPage, type ScaleSetup } from "./setup.ts";

/** Number of names that are typed and deleted, letter by letter. */
const words = 4;
const lettersEach = 6;
const mostMs = 50;

/** Source code for the page: resolves to the ms from a key press to a changed rendered result; null if unchanged. */
const answered = `new Promise((resolve) => {
  const status = document.querySelector("main [role=status], [role=status]");
  const before = status.textContent;
  let pressedAt;
  addEventListener("keydown", ({ timeStamp }) => { pressedAt = timeStamp; }, { once: true, capture: true });
  const observer = new MutationObserver(() => {
    if (pressedAt === undefined || status.textContent === before) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedAt)));
  });
  observer.observe(status, { subtree: true, childList: true, characterData: true });
  setTimeout(() => resolve(null), 700);
})`;

/** Measures how long after a key press the list shows the filtered result. */
export async function measureFilter(setup: ScaleSetup): Promise<readonly Measurement[]> {
  const page = await openSignedInPage(setup);
  await openClusterList(page, setup);
  await page.getByRole("combobox", { name: "Search clusters" }).click();
  const { shoots } = setup.farm.garden;
  const samples: number[] = [];
  for (let word = 0; word < words; word += 1) {
    const name = shoots[Math.floor((shoots.length * (word + 0.5)) / words)]?.name.slice(0, lettersEach) ?? "";
    for (const key of [...name, ...Array.from(name, () => "Backspace")]) samples.push(...(await press(page, key)));
  }
  await page.context().close();
  if (samples.length < words) throw new Error("typing changes nothing in the list of clusters");
  return [
    { name: "typing to filtered rows, p50", unit: "ms", value: percentile(samples, 0.5) },
    { name: "typing to filtered rows, p95", unit: "ms", value: percentile(samples, 0.95), most: mostMs },
  ];
}

/** Undefined if the key press did not change the filtered clusters. */
async function press(page: Page, key: string): Promise<readonly number[]> {
  const waiting = page.evaluate(answered);
  await page.keyboard.press(key);
  const ms = z.nullable(z.number()).parse(await waiting);
  return ms === null ? [] : [ms];
}
