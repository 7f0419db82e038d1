import { expect, expectAccessible, test } from "../../journey.ts";
import { pressEnter } from "../../press-enter.ts";
import {
  confirmActInDialog,
  expectOperationDone,
  openUpdatesPage,
  poolSettingsOf,
  updatesCard,
} from "../../updates.ts";

test("surge is changed by keyboard alone, and what the API server would refuse is said at the field", async ({
  page,
  passTime,
  signIn,
}) => {
  const previewApps = { project: "shop", name: "preview-apps" } as const;
  await signIn("operator");
  await openUpdatesPage(page, previewApps);
  const settings = poolSettingsOf(page, "default");
  await settings.locator("summary").focus();
  await page.keyboard.press("Enter");
  const surge = settings.getByRole("textbox", { name: /^Max surge/ });
  await expect(surge).toHaveValue("1");
  await surge.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("0");
  const missing = settings.getByRole("textbox", { name: /^Max unavailable/ });
  await expect(missing).toHaveAccessibleDescription(/cannot both be zero: no update could ever proceed/);
  const preview = page.getByRole("button", { name: "Preview the change…" });
  await expect(preview).toHaveAttribute("aria-disabled", "true");
  await page.evaluate(() => {
    for (const box of document.querySelectorAll("*")) box.scrollTop = 0;
  });
  await expectAccessible(page);

  await surge.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("30%");
  await expect(missing).not.toHaveAttribute("aria-invalid");
  await pressEnter(preview);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Exact request" })).toBeVisible();
  await pressEnter(dialog.getByRole("button", { name: /^Change/ }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: /^One change with/ })).toBeHidden();
  await expect(surge).toHaveValue("30%");
  await expect(settings.locator("summary")).toHaveText(/max surge 30%, max unavailable 0/);
  await expectOperationDone(page, passTime, previewApps);
});

test("a change can be told to wait for the window, and updates in place turn from automatic to manual", {
  tag: "@all",
}, async ({ page, signIn }) => {
  await signIn("operator");
  await openUpdatesPage(page, { project: "analytics", name: "reporting" });
  await page.getByRole("radio", { name: /^In the maintenance window: next/ }).check();
  await expect(page.getByText(/which applies to every later change of the cluster/)).toBeVisible();
  await page.getByRole("button", { name: "Preview the change…" }).click();
  await expect(page.getByRole("dialog").getByText("spec.maintenance.confineSpecUpdateRollout").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { name: /^One change with/ })).toBeHidden();

  await openUpdatesPage(page, { project: "logistics", name: "hall-control" });
  const settings = poolSettingsOf(page, "default");
  await settings.locator("summary").click();
  await settings.getByRole("combobox", { name: "Update strategy" }).selectOption("ManualInPlaceUpdate");
  await page.getByRole("button", { name: "Preview the change…" }).click();
  await confirmActInDialog(page, /^Change/);
  await expect(settings.locator("summary")).toHaveText(/once you select them$/);
  await expect(settings.getByRole("textbox", { name: /^Max surge/ })).toHaveValue("");
});

test("clusters without workers, without sleep, in deletion and half written say what is known", {
  tag: "@all",
}, async ({ page, signIn }) => {
  await signIn("operator");
  for (const [cluster, says] of [
    ["platform/policy-hub", "The cluster has no workers, so there are no pools to change."],
    ["ml/feature-store", "The cluster is hibernated"],
    ["sandbox/old-demo", /being deleted\. Its specification can no longer change/],
  ] as const) {
    await page.goto(`/clusters/${cluster}/updates?view=change`);
    await expect(updatesCard(page).getByText(says)).toBeVisible();
  }
  await page.goto("/clusters/sandbox/half-written/updates?view=change");
  await expect(updatesCard(page)).toBeVisible();
});
