import type { Page } from "@playwright/test";
import { openRowMenu } from "../../choose-act.ts";
import { confirmShownPreview } from "../../give-consent.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../../journey.ts";
import { ownPageHeaders } from "../../our-request.ts";

const undoable = (page: Page) => page.getByRole("region", { name: "Can be undone" });

test("a view that was deleted is brought back, by key, by button and from another page", { tag: "@all" }, async ({
  page,
  signIn,
}) => {
  await signIn("viewer");
  const data = { kind: "save", name: "In trouble", address: "/clusters?status=unhealthy" };
  expect((await page.request.post("/api/views", { data, headers: ownPageHeaders })).status()).toBe(200);
  await page.goto("/views");
  const view = page.getByRole("list", { name: "Saved views" }).getByRole("listitem").filter({ hasText: "In trouble" });
  await view.getByRole("button", { name: "Make default" }).click();
  await expect(view).toContainText("Default");
  await view.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No saved views yet")).toBeVisible();
  await expect(undoable(page)).toContainText("The view In trouble was deleted");
  // The message does not disappear while it has the focus.
  await undoable(page).getByRole("button", { name: "Undo" }).focus();
  await expectAccessibleAtEveryWidth(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press("u");
  await expect(view).toContainText("Default");
  await expect(undoable(page).getByRole("button")).toHaveCount(0);

  await view.getByRole("button", { name: "Delete" }).click();
  const undo = undoable(page).getByRole("button", { name: "Undo" });
  await undo.focus();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Forecast", exact: true }).click();
  await expect(page).toHaveURL(/\/forecast/);
  // An earlier message can still be visible.
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith("/api/views") && answer.request().method() === "POST" && answer.ok(),
  );
  await undo.click();
  await saved;
  await expect(page.getByText("The view In trouble is there again").first()).toBeVisible();
  await page.goto("/views");
  await expect(view).toBeVisible();
});

test("what is pinned comes back after it was unpinned", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters?q=preview-apps");
  await openRowMenu(page, "preview-apps");
  await page.getByRole("menuitem", { name: "Pin", exact: true }).click();
  await openRowMenu(page, "preview-apps");
  await page.getByRole("menuitem", { name: "Unpin" }).click();
  await undoable(page).getByRole("button", { name: "Undo" }).click();
  await openRowMenu(page, "preview-apps");
  await expect(page.getByRole("menuitem", { name: "Unpin" })).toBeVisible();
});

test("a change of the spec is undone through its own preview, and not where somebody has changed it meanwhile", async ({
  page,
  signIn,
  colleague,
  passTime,
}) => {
  const path = "/clusters/payments/acquiring/maintenance";
  await signIn("owner-commerce");
  await page.goto(path);
  const state = (target: Page) =>
    target
      .getByRole("region", { name: "Automatic in the maintenance window" })
      .getByText(/^Automatic Kubernetes updates/);
  await expect(state(page)).toHaveText(/(On|Off)$/);
  const was = /On$/.test((await state(page).textContent()) ?? "") ? "on" : "off";
  const other = was === "on" ? "off" : "on";
  const word = (to: string) => (to === "on" ? "On" : "Off");
  const turn = async (target: Page, to: string) => {
    await target.getByRole("button", { name: `Turn ${to}: Automatic Kubernetes updates` }).click();
    const dialog = target.getByRole("dialog", { name: new RegExp(`^Turn ${to} automatic Kubernetes updates`) });
    await confirmShownPreview(dialog, /^Change/);
    await expect(state(target)).toContainText(word(to));
  };
  await turn(page, other);
  await undoable(page).hover();
  // Each change waits for the previous one to be executed, because an operation in progress would change the preview.
  await passTime(60);
  await undoable(page).getByRole("button", { name: "Undo" }).click();
  const back = page.getByRole("dialog", { name: new RegExp(`^Undo: turn ${other} automatic Kubernetes updates`) });
  await confirmShownPreview(back, /^Change|^Undo/);
  await expect(state(page)).toContainText(word(was));

  await passTime(60);
  await turn(page, other);
  await undoable(page).hover();
  const operator = await colleague("operator");
  await operator.goto(path);
  await passTime(60);
  await expect(state(operator)).toContainText(word(other));
  await turn(operator, was);
  await undoable(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("It was changed again meanwhile.").first()).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("whoever leaves while an act waits to be sent is asked, and nothing is sent", async ({ page, signIn }) => {
  await signIn("operator");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/operations")) sent.push(request.url());
  });
  await page.goto("/clusters?q=preview-apps");
  await openRowMenu(page, "preview-apps");
  await page.getByRole("menuitem", { name: /^Reconcile/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reconcile now" }).click();
  // The message does not disappear while the pointer is on it.
  await undoable(page).hover();
  await expect(undoable(page)).toContainText("Reconcile shop/preview-apps is sent in a few seconds.");
  const asked = page.waitForEvent("dialog");
  const leaving = page.goto("/forecast");
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.accept();
  await leaving;
  await expect(page.getByRole("heading", { level: 1, name: "Forecast" })).toBeVisible();
  expect(sent).toEqual([]);
});

test("the palette offers acts for the selected clusters, and plans them", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters?project=platform");
  await page.getByRole("checkbox", { name: "Select platform/policy-hub" }).click();
  await page.getByRole("checkbox", { name: "Select platform/registry" }).click();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const offers = palette.getByRole("group", { name: "2 selected clusters" });
  await expect(offers.getByRole("option", { name: /^Reconcile…/ })).toContainText("2");
  await page.keyboard.type("maintenance now");
  await expect(palette.getByRole("option", { name: /maintenance/i, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/operations\/[a-z0-9]{12}$/);
});
