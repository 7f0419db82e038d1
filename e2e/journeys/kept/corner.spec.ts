import type { Page } from "@playwright/test";
import { expect, test } from "../../journey.ts";

const said = (page: Page) => page.getByRole("region", { name: "Notifications" }).getByText(/^Saved /);

/** Moves the pointer away from the element. */
async function exportByKeyboard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Export", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "JSON" }).press("Enter");
  await expect(said(page)).toBeVisible();
}

test("a message leaves beneath a pointer, and stays for one that comes", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters?project=payments");
  await expect(page.getByRole("grid", { name: "Clusters" }).getByRole("row").nth(3)).toBeVisible();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width - 200, height - 40);
  await page.clock.install({ time: await page.evaluate(() => Date.now()) });
  await exportByKeyboard(page);
  const box = said(page).locator("xpath=ancestor::*[@role='status']/*");
  const isPointedAt = () => box.evaluate((element) => element.matches(":hover"));
  await expect.poll(isPointedAt, "it has come beneath the pointer").toBe(true);
  // Moves the pointer slightly, as an unsteady hand does.
  await page.mouse.move(width - 202, height - 41);
  await page.clock.runFor(8_000);
  await expect(said(page)).toBeHidden();

  await page.mouse.move(200, 200);
  await exportByKeyboard(page);
  await page.mouse.move(width - 200, height - 40);
  await expect.poll(isPointedAt).toBe(true);
  await page.clock.runFor(60_000);
  await expect(said(page), "somebody reads it").toBeVisible();
  await page.mouse.move(200, 200);
  await page.clock.runFor(8_000);
  await expect(said(page)).toBeHidden();
});
