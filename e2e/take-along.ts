import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

/** Chooses an item of an export menu, and reads the file that the browser is given. */
export async function takeAlong(page: Page, item: string, button = "Export"): Promise<{ name: string; text: string }> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: (await readFile(await file.path())).toString() };
}
