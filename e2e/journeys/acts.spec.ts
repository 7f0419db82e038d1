import type { Locator, Page } from "@playwright/test";
import { chooseAct, moreActions, openActsByKey, openRowMenu } from "../choose-act.ts";
import { effort } from "../effort.ts";
import { expect, expectAccessible, test, testLook } from "../journey.ts";
import { actAs } from "../our-request.ts";

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

  await effort(page, 5, { what: "reconcile one cluster", clicks: 3 }, async () => {
    await openRowMenu(page, "preview-apps");
    await page.getByRole("menuitem", { name: /^Reconcile/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reconcile now" }).click();
    await expect(row.getByText(/Requested|Accepted|Reconcile \d+ %/)).toBeVisible();
  });
  const told = page.getByRole("status").getByText("Reconcile: shop/preview-apps succeeded", { exact: true });
  // It is told for a few seconds only.
  await Promise.all([expect(told).toBeVisible(), passTime(60)]);
  await expect(row.getByText(/Reconcile succeeded/)).toBeVisible();

  await test.step("the result is told once, and kept", async () => {
    await page.getByRole("button", { name: "Notifications: 1 new" }).click();
    const centre = page.getByRole("dialog", { name: "Notifications" });
    await expectAccessible(page);
    await centre.getByRole("link", { name: "Reconcile: shop/preview-apps succeeded" }).click();
    await expect(page.getByRole("heading", { name: "preview-apps", level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Notifications: none new" })).toBeVisible();
  });

  await test.step("and outlives a reload of the page", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Notifications: none new" }).click();
    const centre = page.getByRole("dialog", { name: "Notifications" });
    await expect(centre.getByText("Reconcile: shop/preview-apps succeeded")).toBeVisible();
  });
  expect(sent, "nothing was sent twice").toHaveLength(1);
});

test("keys alone reconcile a cluster from the list: a, r, Enter", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters?q=docs");
  const row = page.getByRole("row", { name: /docs platform/ });
  await expect(row).toBeVisible();
  await page
    .getByRole("gridcell", { name: /docs platform/ })
    .getByRole("link")
    .focus();
  await openActsByKey(page);
  await page.keyboard.press("r");
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Reconcile now" });
  await expect(confirm).toBeFocused();
  await expect(confirm).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Actions of docs" })).toBeFocused();
  // Its Seed is stopped: the request is accepted, and nothing begins.
  await expect(row.getByText("Held back")).toBeVisible();
});

test("a failed cluster is retried in its line with two clicks", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters?q=webhook-lab");
  const row = page.getByRole("row", { name: /webhook-lab/ });
  await effort(page, 6, { what: "retry one failed cluster", clicks: 2 }, async () => {
    await row.getByRole("button", { name: /^Retry/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retry now" }).click();
    await expect(row.getByText(/Requested|Accepted|\d+ %/).first()).toBeVisible();
  });
});

test("a patch is brought to a cluster from the list with two clicks, where its version is read", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters?q=off-catalogue");
  const row = page.getByRole("row", { name: /off-catalogue/ });
  await expect(row.getByText("1.34.2")).toBeVisible();
  await effort(page, 8, { what: "patch update from the list", clicks: 2 }, async () => {
    await row.getByRole("button", { name: "Update off-catalogue to 1.34.9" }).click();
    const dialog = page.getByRole("dialog", { name: "Update sandbox/off-catalogue to 1.34.9?" });
    await expect(dialog.getByText("spec.kubernetes.version", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Update now" }).click();
    await expect(row.getByText("1.34.9")).toBeVisible();
  });
  const told = page.getByRole("status").getByText("Update to 1.34.9: sandbox/off-catalogue succeeded", { exact: true });
  await Promise.all([expect(told).toBeVisible(), passTime(60)]);
});

test("a change while the dialog is open is said, and has to be looked at before anything is sent", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/analytics/reporting");
  await chooseAct(page, /^Maintain/);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Checks")).toBeVisible();
  await actAs(page, "analytics/reporting", hibernation);
  await expect(dialog.getByText("The cluster has changed since you opened this")).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Maintain now" });
  await expect(confirm).toHaveAccessibleDescription(/Look at what has changed first/);
  await dialog.getByRole("button", { name: "I have looked" }).click();
  await expect(confirm).not.toHaveAccessibleDescription(/Look at what has changed first/);
  await page.keyboard.press("Escape");
  await expect(moreActions(page)).toBeFocused();
});

/** A confirmation that was read, on a screen that hears nothing of the person who comes after. */
async function readBeforeTheOther(page: Page): Promise<{ dialog: Locator; confirm: Locator }> {
  await page.goto("/clusters/platform/policy-hub");
  await test.step("this screen hears nothing of the other person", async () => {
    await page.getByRole("button", { name: /^Data:/ }).click();
    await page.getByRole("button", { name: "Pause updates" }).click();
    await page.keyboard.press("Escape");
  });
  await chooseAct(page, /^Maintain/);
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Maintain now" });
  await expect(dialog.getByText("Checks")).toBeVisible();
  await expect(confirm).not.toHaveAttribute("aria-disabled", "true");
  await actAs(page, "platform/policy-hub", hibernation);
  return { dialog, confirm };
}

test("a second person at the same moment: the conflict is told, and nothing is written twice", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("409");
  await signIn("operator");
  const { dialog, confirm } = await readBeforeTheOther(page);
  await confirm.click();
  await expect(dialog.getByText("The cluster changed in the meantime")).toBeVisible();
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
});

test("a conflict after which nothing newer can be read leaves nothing to send", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("409");
  await signIn("operator");
  const { dialog, confirm } = await readBeforeTheOther(page);
  await page.route("**/preview", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      json: { type: "about:blank", title: "Conflict", status: 409, reason: "conflict", requestId: "r1" },
    }),
  );
  const sent = writes(page);
  await confirm.click();
  await expect(dialog.getByText("The cluster changed in the meantime")).toBeVisible();
  await expect(confirm).toHaveAccessibleDescription(/Check again first/);
  expect(sent).toHaveLength(1);
});

test("a right that was lost is named with the garden's own words", async ({ page, signIn, expectedFaults }) => {
  expectedFaults.push("403");
  await signIn("operator");
  await page.route("**/operations", (route) =>
    route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "Forbidden",
        status: 403,
        reason: "forbidden",
        gardenMessage: 'shoots.core.gardener.cloud "registry" is forbidden: User "olga" cannot patch resource "shoots"',
        requestId: "r1",
      },
    }),
  );
  await page.goto("/clusters/platform/registry");
  await chooseAct(page, /^Maintain/);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Maintain now" }).click();
  await expect(dialog.getByText("You are not allowed to change this cluster")).toBeVisible();
  await expect(dialog.getByText(/right to patch Shoots/)).toBeVisible();
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
  await chooseAct(page, /^Maintain/);
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
  await expect(moreActions(page)).toBeVisible();
  await openActsByKey(page);
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
  await page.keyboard.type("event-strams");
  await expect(field).toHaveAccessibleDescription(/not what has to be typed/);
  await expect(confirm).toHaveAccessibleDescription("Type event-stream to confirm.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(" event-stream ");
  await expect(confirm).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(moreActions(page)).toBeFocused();
});

for (const [person, offered] of [
  ["owner-data", "is offered a patch where the version is read"],
  ["viewer", "is offered none in the line"],
] as const) {
  test(`${person} ${offered}`, async ({ page, signIn }) => {
    await signIn(person);
    const versions = page.waitForResponse("**/api/versions");
    await page.goto("/clusters?sort=k8s");
    await versions;
    await expect(page.getByRole("gridcell").first()).toBeVisible();
    const offer = page.getByRole("button", { name: /^Update .* to 1\.\d+\.\d+$/ });
    if (person === "viewer") await expect(offer).toHaveCount(0);
    else await expect(offer.first()).toBeVisible();
  });
}

const dialogs: readonly {
  readonly name: string;
  readonly path: string;
  readonly item: RegExp;
  readonly role?: "alertdialog";
}[] = [
  { name: "a popover", path: "/clusters/shop/preview-apps", item: /^Reconcile/ },
  { name: "a dialog", path: "/clusters/platform/registry", item: /^Maintain/ },
  { name: "a dialog with consent", path: "/clusters/analytics/lake-prod", item: /^Maintain/ },
  { name: "a deletion", path: "/clusters/analytics/lake-prod", item: /^Delete/ },
  { name: "a forced deletion", path: "/clusters/sandbox/vpc-peering", item: /^Force delete/, role: "alertdialog" },
];

for (const { name, path, item, role = "dialog" } of dialogs) {
  testLook(
    `${name} has no violation, and Escape leaves it`,
    async (page) => {
      await page.goto(path);
      await chooseAct(page, item);
      const dialog = page.getByRole(role);
      await expect(dialog.getByText("The preview is being made.").first()).toBeHidden();
      await expect(dialog.getByRole("button", { name: "Cancel" })).toBeVisible();
    },
    async (page) => {
      await page.keyboard.press("Escape");
      await expect(page.getByRole(role)).toBeHidden();
      await expect(moreActions(page)).toBeFocused();
    },
  );
}
