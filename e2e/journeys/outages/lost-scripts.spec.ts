import type { Locator, Page } from "@playwright/test";
import { withoutIdleLoading } from "../../delay-scripts.ts";
import { expect, test } from "../../journey.ts";

const scripts = /\/_next\/static\/.*\.js/;

/**
 * Makes requests for scripts fail until the returned function is called. Removing the route instead could leave an
 * aborted request pending.
 */
async function cut(page: Page, address: RegExp | string): Promise<() => void> {
  let isCut = true;
  await page.route(address, (route) => (isCut ? route.abort() : route.continue()));
  return () => {
    isCut = false;
  };
}

type SignIn = (identity: string) => Promise<void>;

/** The button of an action whose dialog is not loaded yet. */
async function offeredRetry(page: Page, signIn: SignIn): Promise<Locator> {
  await withoutIdleLoading(page);
  await signIn("operator");
  await page.goto("/clusters?q=webhook-lab");
  const retry = page.getByRole("row", { name: /webhook-lab/ }).getByRole("button", { name: /^Retry/ });
  await expect(retry).toBeVisible();
  return retry;
}

const faultsOfCut = ["ERR_FAILED", "could not be loaded", "Failed to load"];

test("an act whose dialog cannot be loaded leaves the page as it is, and opens once the server answers", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push(...faultsOfCut);
  const retry = await offeredRetry(page, signIn);
  const restoreScripts = await cut(page, scripts);
  await cut(page, "**/livez");
  let told = 0;
  page.on("console", (message) => {
    if (message.text().includes("could not be loaded")) told += 1;
  });
  await retry.click();
  await expect(page.getByText("The server cannot be reached")).toBeVisible();
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();

  // The scripts of the dialog and of the following steps have failed; one that fails later is loaded automatically.
  await expect.poll(() => told).toBe(2);
  restoreScripts();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Retry now" })).toBeVisible();
  await expect(page.getByText("The server cannot be reached")).toBeHidden();
});

test("an act whose dialog was asked for while the server was away opens unasked when the server is back by then", {
  tag: "@all",
}, async ({ page, signIn, expectedFaults }) => {
  expectedFaults.push(...faultsOfCut);
  const retry = await offeredRetry(page, signIn);
  // The scripts fail when the first one is loaded, and are available when the page checks for an update.
  const restoreScripts = await cut(page, scripts);
  let asked = 0;
  await page.route("**/livez", (route) => {
    asked += 1;
    if (asked === 1) return route.abort();
    restoreScripts();
    return route.continue();
  });
  await retry.click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Retry now" })).toBeVisible();
  expect(asked).toBeGreaterThan(1);
  await expect(page.getByText("Almanac was updated")).toBeHidden();
  await expect(page.getByText("The server cannot be reached")).toBeHidden();
});

test("where a newer release has replaced the files, a reload is offered and what was typed stays", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push(...faultsOfCut);
  await withoutIdleLoading(page);
  await signIn("operator");
  await page.goto("/clusters/payments/acquiring/credentials");
  const row = page.getByRole("textbox", { name: /^Your own item/ });
  await row.fill("tell the billing team");
  await page.route(scripts, (route) => route.fulfill({ status: 404, body: "" }));
  await page.getByRole("button", { name: "New bundle…" }).click();
  await expect(page.getByText("Almanac was updated")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(row).toHaveValue("tell the billing team");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the dialog of acts is loaded while nobody asks for it, so that it opens without the server's files", {
  tag: "@all",
}, async ({ page, signIn }) => {
  await signIn("operator");
  const loaded = page.waitForResponse(
    async (response) => scripts.test(response.url()) && (await response.text()).includes("Your consent"),
  );
  await page.goto("/clusters?q=webhook-lab");
  await loaded;
  await cut(page, scripts);
  await page
    .getByRole("row", { name: /webhook-lab/ })
    .getByRole("button", { name: /^Retry/ })
    .click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Retry now" })).toBeVisible();
});

test("a page that cannot be drawn says so, names its error on the console, and leaves the other pages as they are", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  const error = "no month today";
  expectedFaults.push(error);
  await signIn("operator");
  await page.goto("/clusters");
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  await page.evaluate((message) => {
    // Only the calendar requests the first day of the week.
    Date.prototype.getUTCDay = () => {
      throw new RangeError(message);
    };
  }, error);
  const told = page.waitForEvent("console", (message) => message.text().includes(`RangeError: ${error}`));
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Calendar" }).click();
  await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  await told;
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Versions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Versions" })).toBeVisible();
});
