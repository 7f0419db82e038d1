import { expect, expectAccessible, test, testLook } from "../journey.ts";
import { pressEnter } from "../press-enter.ts";
import { card, confirmAct, controlPlane, seeItDone, settingsOf, showUpdates } from "../updates.ts";

test("surge is changed by keyboard alone, and what the API server would refuse is said at the field", async ({
  page,
  passTime,
  signIn,
}) => {
  const previewApps = { project: "shop", name: "preview-apps" } as const;
  await signIn("operator");
  await showUpdates(page, previewApps);
  const settings = settingsOf(page, "default");
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
  await seeItDone(page, passTime, previewApps);
});

test("updates in place change from automatic to manual, and take the numbers along", async ({
  page,
  passTime,
  signIn,
}) => {
  const warehouse = { project: "logistics", name: "hall-control" } as const;
  await signIn("operator");
  await showUpdates(page, warehouse);
  const settings = settingsOf(page, "default");
  await settings.locator("summary").click();
  await settings.getByRole("combobox", { name: "Update strategy" }).selectOption("ManualInPlaceUpdate");
  await expect(page.getByRole("list", { name: "Edits in this change" }).getByRole("listitem")).toHaveText([
    /updateStrategy AutoInPlaceUpdate to ManualInPlaceUpdate/,
  ]);
  await page.getByRole("button", { name: "Preview the change…" }).click();
  await confirmAct(page, /^Change/);
  await expect(settings.locator("summary")).toHaveText(/once you select them$/);
  await expect(settings.getByRole("textbox", { name: /^Max surge/ })).toHaveValue("");
  await seeItDone(page, passTime, warehouse);
});

test("a change can be told to wait for the window, and says that this holds from then on", async ({ page, signIn }) => {
  await signIn("operator");
  await showUpdates(page, { project: "analytics", name: "reporting" });
  await page.getByRole("radio", { name: /^In the maintenance window: next/ }).check();
  await expect(page.getByText(/which applies to every later change of the cluster/)).toBeVisible();
  await page.getByRole("button", { name: "Preview the change…" }).click();
  await expect(page.getByRole("dialog").getByText("spec.maintenance.confineSpecUpdateRollout").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { name: /^One change with/ })).toBeHidden();
});

test("who may only look is told why nothing can be changed", async ({ page, signIn }) => {
  await signIn("viewer");
  await showUpdates(page, { project: "shop", name: "storefront-apac" });
  const update = controlPlane(page)
    .getByRole("button", { name: /^Update to/ })
    .first();
  await expect(update).toHaveAttribute("aria-disabled", "true");
  await expect(update).toHaveAccessibleDescription(/You can view this cluster but not change it/);
});

test("clusters without workers, without sleep, in deletion and half written say what is known", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/platform/policy-hub/updates?view=change");
  await expect(card(page).getByText("The cluster has no workers, so there are no pools to change.")).toBeVisible();
  await page.goto("/clusters/ml/feature-store/updates?view=change");
  await expect(card(page).getByText("The cluster is hibernated")).toBeVisible();
  await page.goto("/clusters/sandbox/old-demo/updates?view=change");
  await expect(card(page).getByText(/being deleted\. Its specification can no longer change/)).toBeVisible();
  await page.goto("/clusters/sandbox/half-written/updates?view=change");
  await expect(card(page)).toBeVisible();
});

testLook("the forms, their faults and the preview have no violation", async (page) => {
  await showUpdates(page, { project: "ml", name: "serving-us" });
  await controlPlane(page)
    .getByRole("button", { name: /^Add to change/ })
    .first()
    .click();
  await card(page)
    .getByText(/unavailable/)
    .first()
    .click();
  const settings = settingsOf(page, "legacy");
  await settings.locator("summary").click();
  await settings.getByRole("textbox", { name: /^Drain timeout/ }).fill("soon");
  await expect(page.getByText("The API server would refuse this")).toBeVisible();
  await expectAccessible(page);
  const overflows = await card(page).evaluate((block) => block.scrollWidth > block.clientWidth);
  expect(overflows, "the forms never scroll sideways").toBe(false);
  await settings.getByRole("textbox", { name: /^Drain timeout/ }).fill("1h");
  await page.getByRole("button", { name: "Preview the change…" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Exact request" })).toBeVisible();
});
