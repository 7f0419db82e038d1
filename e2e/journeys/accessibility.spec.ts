import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleAtEveryWidth, test } from "../journey.ts";
import { findFreePort, startProcess } from "../processes.ts";
import { expectPageLoaded } from "../shown-pages.ts";

const screens: readonly (readonly [name: string, path: string, identity: string, ready: RegExp])[] = [
  ["clusters, nothing found", "/clusters?q=no-such-cluster", "operator", /^Clusters$/],
  ["clusters of a stranger", "/clusters", "stranger", /not a member of any project/],
  ["a cluster at work", "/clusters/shop/checkout", "operator", /^checkout$/],
  ["a cluster half written", "/clusters/sandbox/half-written", "operator", /^half-written$/],
];

for (const [name, path, identity, ready] of screens) {
  test(`${name} has no violation`, { tag: "@all" }, async ({ page, signIn }) => {
    await signIn(identity);
    await page.goto(path);
    await expectPageLoaded(page, page.getByRole("heading", { name: ready }).first());
    await expectAccessibleAtEveryWidth(page);
  });
}

test("whoever develops sees every piece of the screens, and none of them has a violation", { tag: "@all" }, async ({
  page,
  expectedFaults,
}) => {
  test.setTimeout(300_000);
  // The development tools of Next.js set inline styles, which the content security policy blocks.
  expectedFaults.push("Applying inline style violates");
  const port = await findFreePort();
  const server = await startProcess({
    command: ["server/start/dev.ts"],
    environment: { NODE_ENV: "development", PORT: String(port), DEMO_LIFE: "false" },
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
    await page.clock.install();
    for (const kind of ["success", "info", "error"]) {
      await page.getByRole("button", { name: `A notification: ${kind}` }).click();
    }
    await expect(page.getByRole("region", { name: "Notifications" }).getByText("It was not done")).toBeVisible();
    await expectBehindDialogs(page, "It was done");
    await page.getByRole("button", { name: "A menu" }).click();
    await expect(page.getByRole("menuitem", { name: "An item", exact: true })).toBeVisible();
    await expectAccessible(page);
  } finally {
    // Leaves the page before its server stops, so that the development tools of Next.js do not call a stopped server.
    await page.goto("about:blank");
    await server.stop();
  }
});

/** Toast messages stay visible behind an open dialog for as long as it is open, and disappear afterwards. */
async function expectBehindDialogs(page: Page, said: string): Promise<void> {
  const message = page.getByText(said, { exact: true });
  await page.getByRole("button", { name: "A wide dialog", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "A wide dialog" })).toBeVisible();
  const isOnTop = (element: Element) => {
    const { left, top } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 1, top + 1));
  };
  await expect.poll(() => message.evaluate(isOnTop)).toBe(false);
  await page.clock.runFor(30_000);
  await expect(message).toBeVisible();
  await page.keyboard.press("Escape");
  await expect.poll(() => message.evaluate(isOnTop)).toBe(true);
  await page.clock.runFor(8_000);
  await expect(message).toBeHidden();
}

test("a production build has no page of the pieces", async ({ page, signIn }) => {
  await signIn("operator");
  expect((await page.request.get("/components")).status()).toBe(404);
});
