import type { Page } from "@playwright/test";
import { chooseClusterAction, moreActionsButton, openActionsMenuByKey, openRowMenu } from "../choose-act.ts";
import { measureEffort } from "../effort.ts";
import { expect, expectAccessible, test, testPageAccessibility } from "../journey.ts";
import { requestClusterAction } from "../our-request.ts";

const hibernation = { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: true } } } };

function writes(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/operations")) sent.push(request.url());
  });
  return sent;
}

test("a cluster is reconciled from the list in three clicks, and can be taken back for a moment", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters?q=preview-apps");
  const row = page.getByRole("row", { name: /preview-apps/ });
  await expect(row.getByText(/Reconcile succeeded/)).toBeVisible();
  const sent = writes(page);

  await openRowMenu(page, "preview-apps");
  await page.getByRole("menuitem", { name: /^Reconcile/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reconcile now" }).click();
  await page.getByRole("region", { name: "Can be undone" }).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Send now" })).toBeHidden();
  expect(sent).toEqual([]);

  await measureEffort(page, 22, { what: "reconcile one cluster", clicks: 3 }, async () => {
    await openRowMenu(page, "preview-apps");
    await page.getByRole("menuitem", { name: /^Reconcile/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reconcile now" }).click();
    await expect(row.getByText(/Requested|Accepted|Reconcile \d+ %/)).toBeVisible();
  });
  const told = page.getByRole("status").getByText("Reconcile: shop/preview-apps succeeded", { exact: true });
  // The message is visible for a few seconds only.
  await Promise.all([expect(told).toBeVisible(), passTime(60)]);
  await expect(row.getByText(/Reconcile succeeded/)).toBeVisible();

  await test.step("the result is told once, is kept, and outlives a reload of the page", async () => {
    const centre = page.getByRole("dialog", { name: "Notifications" });
    await page.getByRole("button", { name: "Notifications: 1 new" }).click();
    await expectAccessible(page);
    await centre.getByRole("link", { name: "Reconcile: shop/preview-apps succeeded" }).click();
    await expect(page.getByRole("heading", { name: "preview-apps", level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Notifications: none new" })).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Notifications: none new" }).click();
    await expect(centre.getByText("Reconcile: shop/preview-apps succeeded")).toBeVisible();
  });
  expect(sent, "nothing was sent twice").toHaveLength(1);
});

test("the list brings a patch to a cluster and retries a failed one with two clicks, in their lines", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters?q=off-catalogue");
  const row = page.getByRole("row", { name: /off-catalogue/ });
  await expect(row.getByText("1.34.2")).toBeVisible();
  await measureEffort(page, 23, { what: "patch update from the line of a list", clicks: 2 }, async () => {
    await row.getByRole("button", { name: "Update off-catalogue to 1.34.9" }).click();
    const dialog = page.getByRole("dialog", { name: "Update sandbox/off-catalogue to 1.34.9?" });
    await expect(dialog.getByText("spec.kubernetes.version", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Update now" }).click();
    await expect(row.getByText("1.34.9")).toBeVisible();
  });
  const told = page.getByRole("status").getByText("Update to 1.34.9: sandbox/off-catalogue succeeded", { exact: true });
  await Promise.all([expect(told).toBeVisible(), passTime(60)]);

  await page.goto("/clusters?q=webhook-lab");
  const failed = page.getByRole("row", { name: /webhook-lab/ });
  await measureEffort(page, 24, { what: "retry one failed cluster from its line", clicks: 2 }, async () => {
    await failed.getByRole("button", { name: /^Retry/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retry now" }).click();
    await expect(failed.getByText(/Requested|Accepted|\d+ %/).first()).toBeVisible();
  });
});

test("a change while the dialog is open is said, and has to be looked at before anything is sent", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/analytics/reporting");
  await chooseClusterAction(page, /^Maintain/);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Checks")).toBeVisible();
  await requestClusterAction(page, "analytics/reporting", hibernation);
  await expect(dialog.getByText("The cluster has changed since you opened this")).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Maintain now" });
  await expect(confirm).toHaveAccessibleDescription(/Look at what has changed first/);
  await dialog.getByRole("button", { name: "I have looked" }).click();
  await expect(confirm).not.toHaveAccessibleDescription(/Look at what has changed first/);
});

test("a second person at the same moment: the conflict is told, and nothing is written twice", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("409");
  await signIn("operator");
  await page.goto("/clusters/platform/policy-hub");
  // The page under test does not receive the other user's changes.
  await page.getByRole("button", { name: /^Data:/ }).click();
  await page.getByRole("button", { name: "Pause updates" }).click();
  await page.keyboard.press("Escape");
  await chooseClusterAction(page, /^Maintain/);
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Maintain now" });
  await expect(dialog.getByText("Checks")).toBeVisible();
  await expect(confirm).not.toHaveAttribute("aria-disabled", "true");
  await requestClusterAction(page, "platform/policy-hub", hibernation);
  const sent = writes(page);
  await confirm.click();
  await expect(dialog.getByText("The cluster changed in the meantime")).toBeVisible();
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  expect(sent).toHaveLength(1);
});

test("a right that was lost is named with the garden's own words", { tag: "@all" }, async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("403");
  await signIn("operator");
  const problem = { type: "about:blank", title: "Forbidden", status: 403, reason: "forbidden", requestId: "r1" };
  const json = { ...problem, gardenMessage: 'User "olga" cannot patch resource "shoots"' };
  await page.route("**/operations", (route) =>
    route.fulfill({ status: 403, contentType: "application/problem+json", json }),
  );
  await page.goto("/clusters/platform/registry");
  await chooseClusterAction(page, /^Maintain/);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Maintain now" }).click();
  await expect(dialog.getByText("You are not allowed to change this cluster")).toBeVisible();
  await expect(dialog.getByText(/cannot patch resource "shoots"/)).toBeVisible();
});

test("without an answer nobody knows, and nothing is sent again by itself", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("ERR_FAILED", "Failed to load");
  await signIn("operator");
  await page.goto("/clusters/platform/registry");
  await page.route("**/operations", (route) => route.abort());
  const sent = writes(page);
  await chooseClusterAction(page, /^Maintain/);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Maintain now" }).click();
  await expect(dialog.getByText("Almanac could not be reached")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Maintain now" })).toHaveAccessibleDescription(/may have arrived/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Maintain: Not known whether it arrived")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("keys alone go through a dialog that asks for ticks and a typed name", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/analytics/event-stream");
  await expect(moreActionsButton(page)).toBeVisible();
  await openActionsMenuByKey(page);
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Maintain analytics/event-stream?" })).toBeFocused();
  const field = dialog.getByRole("textbox", { name: /to confirm/ });
  await expect(field).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Maintain now" });
  const inField = () => field.evaluate((element) => element === document.activeElement);
  for (let press = 0; press < 25 && !(await inField()); press += 1) {
    await page.keyboard.press("Tab");
    const ticked = await page.evaluate(() => document.activeElement?.getAttribute("aria-checked"));
    if (ticked === "false") await page.keyboard.press("Space");
  }
  await expect(field).toBeFocused();
  await expect(confirm).toHaveAccessibleDescription("Type event-stream to confirm.");
  await page.keyboard.type("event-stream");
  await expect(confirm).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(moreActionsButton(page)).toBeFocused();
});

test("a viewer is offered no patch in the lines of the list", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("viewer");
  const versions = page.waitForResponse("**/api/versions");
  await page.goto("/clusters?sort=k8s");
  await versions;
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Update .* to 1\.\d+\.\d+$/ })).toHaveCount(0);
});

testPageAccessibility(
  "a popover has no violation, and Escape leaves it",
  async (page) => {
    await page.goto("/clusters/shop/preview-apps");
    await chooseClusterAction(page, /^Reconcile/);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("The preview is being made.").first()).toBeHidden();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeVisible();
  },
  async (page) => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(moreActionsButton(page)).toBeFocused();
  },
);
