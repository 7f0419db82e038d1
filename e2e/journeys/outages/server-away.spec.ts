import type { Page } from "@playwright/test";
import { expect, test } from "../../journey.ts";

const mainLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a page that is opened without a network waits for it, and the present page stays", async ({
  page,
  context,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("ERR_INTERNET_DISCONNECTED", "could not be loaded", "Failed to load");
  await signIn("operator");
  await page.goto("/clusters");
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
  await context.setOffline(true);
  await mainLink(page, "Forecast").click();
  await expect(page.getByText("The server cannot be reached")).toBeVisible();
  await expect(heading(page, "Clusters")).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, "Forecast")).toBeVisible();
  await expect(page.getByText("The server cannot be reached")).toBeHidden();
});

test("behind a proxy that answers 502 a page waits too, unless its reader stays", { tag: "@all" }, async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("502");
  await signIn("operator");
  let isAway = false;
  const badGateway = { status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" };
  await page.route("**/api/stream*", (route) => route.fulfill(badGateway));
  await page.goto("/clusters");
  await expect(page.getByRole("grid", { name: "Clusters" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Data: (Delayed|Offline)/ })).toBeVisible();
  await page.route(/\/(livez|forecast|versions)/, (route) => (isAway ? route.fulfill(badGateway) : route.continue()));

  isAway = true;
  await mainLink(page, "Forecast").click();
  await page.getByRole("button", { name: "Stay on this page" }).click();
  await expect(page.getByText("The server cannot be reached")).toBeHidden();
  await expect(heading(page, "Clusters")).toBeVisible();
  await mainLink(page, "Versions").click();
  await expect(page.getByText("Other pages open as soon as it answers.")).toBeVisible();
  isAway = false;
  await expect(heading(page, "Kubernetes versions")).toBeVisible();
});
