import type { Page } from "@playwright/test";
import { chooseClusterAction, moreActionsButton } from "../../choose-act.ts";
import { giveConsent } from "../../give-consent.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications:/ });
const told = (page: Page) =>
  page.getByRole("list", { name: "Notices" }).getByRole("listitem").filter({ hasText: "by the rule" });

/** Reloads the page until it shows the notification and the number of new ones. */
async function tellsAfterReload(page: Page, tells: number, name: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "Your rules", exact: true })).toBeVisible();
    // A message of this tab itself arrives a little later.
    await expect(told(page)).toHaveCount(tells, { timeout: 2_000 });
    await expect(bell(page)).toHaveAttribute("aria-label", name, { timeout: 5_000 });
  }).toPass({ intervals: [1_000] });
}

test("a rule tells its maker what somebody else does, once, and what is read on one device is read on the other", async ({
  page,
  signIn,
  colleague,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/acquire-stage");
  await moreActionsButton(page).click();
  await page.getByRole("menuitem", { name: "Tell me when…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tell me when" });
  await expect(dialog.getByLabel("Name")).toHaveValue("payments/acquire-stage");
  await dialog.getByLabel(/^Somebody else/).check();
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(dialog).toBeHidden();
  await expect(moreActionsButton(page)).toBeFocused();

  const operator = await colleague("operator");
  await operator.goto("/clusters/payments/acquire-stage");
  await chooseClusterAction(operator, /^Delete/);
  await giveConsent(operator, /^Delete payments\/acquire-stage/, /^Delete/);

  await page.goto("/notices");
  // One message is about the deletion. The other one confirms that the rule was saved and is shown in this tab only.
  await tellsAfterReload(page, 1, "Notifications: 2 new");
  await expect(told(page)).toContainText("Deletion requested");

  const device = await colleague("owner-commerce");
  await device.goto("/notices");
  await expect(bell(device)).toHaveAttribute("aria-label", "Notifications: 1 new");
  await bell(device).click();
  const centre = device.getByRole("dialog", { name: "Notifications" });
  await expect(centre.getByRole("link", { name: "payments/acquire-stage" })).toBeVisible();
  await expectAccessibleAtEveryWidth(device);
  await centre.getByRole("button", { name: "Mark as read" }).click();
  await expect(bell(device)).toHaveAttribute("aria-label", "Notifications: none new");
  await tellsAfterReload(page, 1, "Notifications: 1 new");
});

test("a rule starts on Notices from a template, for the clusters that are chosen there", async ({ page, signIn }) => {
  await signIn("owner-data");
  await page.goto("/notices");
  await page.getByRole("button", { name: "Forced changes and dead ends" }).click();
  const dialog = page.getByRole("dialog", { name: "Tell me when" });
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Forced changes and dead ends");
  await expect(dialog.getByLabel("A dead end appears")).toBeChecked();
  await dialog.getByLabel("Clusters", { exact: true }).selectOption("Project analytics");
  await expectAccessibleAtEveryWidth(page);
  await dialog.getByRole("button", { name: "Save rule" }).click();
  const rule = page.getByRole("list", { name: "Rules" }).getByRole("listitem");
  await expect(rule).toContainText("Clusters, project: analytics");
  await page.getByRole("button", { name: "New rule…" }).click();
  await dialog.getByLabel("Clusters", { exact: true }).selectOption("Production clusters");
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Clusters, purpose: production");
});

test("a rule for a list is edited, switched off and deleted", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto("/clusters?status=unhealthy");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Saved views/ })
    .click();
  await page.getByRole("menuitem", { name: "Tell me when…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tell me when" });
  await dialog.getByLabel("Name", { exact: true }).fill("In trouble");
  await dialog.getByLabel(/^It is unhealthy for longer than$/).uncheck();
  await expect(dialog.getByRole("button", { name: "Save rule" })).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel(/^A forced change comes within$/).check();
  await dialog.getByLabel("A forced change comes within, in days").fill("30");
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(dialog).toBeHidden();

  await page.goto("/notices");
  const rule = page.getByRole("list", { name: "Rules" }).getByRole("listitem");
  await expect(rule).toContainText("Clusters, status: unhealthy");
  await rule.getByRole("button", { name: "Edit…" }).click();
  const edit = page.getByRole("dialog", { name: "Change the rule In trouble" });
  await edit.getByLabel("A dead end appears").check();
  await edit.getByRole("button", { name: "Save rule" }).click();
  await expect(rule).toContainText("forced change within 30 days, dead end");
  await rule.getByRole("button", { name: "Switch off" }).click();
  await expect(rule.getByText("Off", { exact: true })).toBeVisible();
  await expectAccessibleAtEveryWidth(page);
  await rule.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No rules yet")).toBeVisible();
});
