import { expect, expectAccessible, test } from "../journey.ts";
import { freePort, startProcess } from "../processes.ts";

test("whoever develops sees every piece of the screens, and none of them has a violation", async ({
  page,
  expectedFaults,
}) => {
  test.setTimeout(300_000);
  // Next's tools for developers style themselves; our policy holds for them too.
  expectedFaults.push("Applying inline style violates");
  const port = await freePort();
  const server = await startProcess({
    command: ["node_modules/next/dist/bin/next", "dev", "-H", "127.0.0.1", "-p", String(port)],
    environment: { NODE_ENV: "development", DEMO_LIFE: "false" },
    clock: "machine",
    ready: /Ready in/,
  });
  try {
    await page.goto(`http://127.0.0.1:${port}/components`, { timeout: 200_000 });
    await expect(page.getByRole("heading", { name: "Components", level: 1 })).toBeVisible();
    await expect(page.getByText("This came after the first paint.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "A text that can be written" })).toBeVisible();
    await expectAccessible(page);
    for (const title of ["A dialog", "A wide dialog", "An alert"]) {
      const opener = page.getByRole("button", { name: title, exact: true });
      await opener.click();
      await expect(page.getByRole(title === "An alert" ? "alertdialog" : "dialog", { name: title })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(opener).toBeFocused();
    }
    for (const kind of ["success", "info", "error"]) {
      await page.getByRole("button", { name: `A notification: ${kind}` }).click();
    }
    await expect(page.getByRole("region", { name: "Notifications" }).getByText("It was not done")).toBeVisible();
    await page.getByRole("button", { name: "A menu" }).click();
    await expect(page.getByRole("menuitem", { name: "An item", exact: true })).toBeVisible();
    await expectAccessible(page);
  } finally {
    await server.stop();
  }
});

test("a production build has no such page", async ({ page }) => {
  expect((await page.request.get("/components")).status()).toBe(404);
});
