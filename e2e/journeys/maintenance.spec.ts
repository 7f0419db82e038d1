import type { Page } from "@playwright/test";
import { giveConsent } from "../give-consent.ts";
import { expect, expectAccessible, test } from "../journey.ts";

const path = "/clusters/shop/preview-apps/maintenance";
const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });

async function typeWindow(page: Page, begin: string, end: string): Promise<void> {
  const editor = card(page, "Maintenance window");
  await editor.getByLabel("Offset from UTC, fixed").selectOption("+00:00");
  await editor.getByLabel("Begin").fill(begin);
  await editor.getByLabel("End").fill(end);
}

test("the window is judged while it is typed, survives what somebody else writes, and is changed", async ({
  page,
  context,
  passTime,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto(path);
  const editor = card(page, "Maintenance window");
  const change = editor.getByRole("button", { name: "Change window" });
  await expect(change).toBeDisabled();

  await test.step("too short, and across midnight are said", async () => {
    await typeWindow(page, "23:40", "00:05");
    await expect(editor.getByText("The window is 25 min long; at least 30 min are needed.").first()).toBeVisible();
    await page.evaluate(() => {
      for (const box of document.querySelectorAll("*")) box.scrollTop = 0;
    });
    await expectAccessible(page);
    await expect(change).toBeDisabled();
    await typeWindow(page, "23:40", "00:40");
    await expect(editor.getByText(/1 h long, across midnight\./)).toBeVisible();
    await expect(editor.getByText("You, Europe/Berlin")).toBeVisible();
    await expect(change).toBeEnabled();
  });

  await test.step("somebody else is faster: what was typed stays, and the page says what is there now", async () => {
    const other = await context.newPage();
    await other.goto(path);
    await typeWindow(other, "03:00", "04:00");
    await card(other, "Maintenance window").getByRole("button", { name: "Change window" }).click();
    await giveConsent(other, /^Change maintenance window: shop\/preview-apps/, /^Change/);
    await expect(card(other, "Maintenance window").getByText("Not saved yet")).toBeHidden();
    await expect(editor.getByText("The window was changed meanwhile")).toBeVisible();
    await expect(editor.getByText(/It is now 03:00 to 04:00 \+00:00\./)).toBeVisible();
    await expect(editor.getByLabel("Begin")).toHaveValue("23:40");
    await other.close();
    await passTime(60);
  });

  await test.step("the next window follows what was observed, not what was typed", async () => {
    await expect(
      card(page, "Next maintenance window")
        .getByText(/03:00–04:00 UTC/)
        .first(),
    ).toBeVisible();
    await expect(change).toBeEnabled();
    await change.click();
    await giveConsent(page, /^Change maintenance window: shop\/preview-apps/, /^Change/);
    await expect(
      card(page, "Next maintenance window")
        .getByText(/23:40.*00:40 UTC/)
        .first(),
    ).toBeVisible();
  });
});

test("what is typed before it is known who types is theirs, and a dialog that comes as their session ends waits for them", {
  tag: "@all",
}, async ({ page, context, signIn, expectedFaults }) => {
  expectedFaults.push("401");
  await signIn("owner-commerce");
  const { promise: typed, resolve: letPass } = Promise.withResolvers<void>();
  await page.route("**/api/session", async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(path);
  await typeWindow(page, "01:15", "02:45");
  letPass();
  await expect(page.getByRole("button", { name: /^Account and settings: Ravi Menon/ })).toBeVisible();
  const begin = card(page, "Maintenance window").getByLabel("Begin");
  await expect(begin).toHaveValue("01:15");
  await page.reload();
  await expect(begin).toHaveValue("01:15");

  await expect(page.getByRole("button", { name: "Change window" })).toBeEnabled();
  await context.clearCookies();
  const asking = page.getByRole("dialog", { name: "Your session has ended" });
  const acting = page.getByRole("dialog", { name: /^Change maintenance window/ });
  // Another tab reports a changed session while the response to an earlier click is pending.
  await page.evaluate(() => new BroadcastChannel("almanac-session").postMessage("changed"));
  await expect(asking).toBeVisible();
  await page
    .getByRole("button", { name: "Change window", includeHidden: true })
    .evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole("dialog", { includeHidden: true })).toHaveCount(1);
  await asking.getByRole("button", { name: /^Ravi Menon/ }).click();
  await expect(acting).toBeVisible();
  await expect(acting.getByText("Exact request")).toBeVisible();
});

test("an operation is scheduled for the window and unscheduled again, and maintenance runs now", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/sandbox/off-catalogue/maintenance");
  const scheduled = card(page, "Scheduled for the window");
  await expect(scheduled.getByText("Nothing is scheduled.")).toBeVisible();

  const schedule = async (operation: string) => {
    await scheduled.getByLabel("Schedule for the window").selectOption(operation);
    await scheduled.getByRole("button", { name: "Schedule", exact: true }).click();
    await giveConsent(page, new RegExp(`^Schedule ${operation}: sandbox/off-catalogue`), /^Schedule/);
    await expect(scheduled.getByText(operation, { exact: true })).toBeVisible();
  };

  await test.step("scheduled, and unscheduled", async () => {
    await schedule("rotate-ssh-keypair");
    const unschedule = scheduled.getByRole("button", { name: "Unschedule: Rotate the SSH key pair" });
    await expect(unschedule).toBeEnabled();
    await unschedule.click();
    await giveConsent(page, /^Unschedule rotate-ssh-keypair: sandbox\/off-catalogue/, /^Unschedule/);
    await expect(scheduled.getByText("Nothing is scheduled.")).toBeVisible();
  });

  await test.step("maintained now, with what was scheduled instead", async () => {
    await schedule("rotate-observability-credentials");
    const now = page.getByRole("button", { name: "Maintain now" });
    await expect(now).toBeEnabled();
    await now.click();
    await giveConsent(page, /^Maintain sandbox\/off-catalogue/, /^Maintain now/);
    await passTime(60);
    await expect(scheduled.getByText("Nothing is scheduled.")).toBeVisible();
    await expect(
      card(page, "Last maintenance").getByText(
        'Added "rotate-observability-credentials;reconcile" operation annotation',
      ),
    ).toBeVisible();
    await expect(page.getByRole("region", { name: "Your request" }).getByRole("status")).toHaveText(
      "Maintain now: Succeeded",
    );
  });
});

test("automatic updates are turned off with the keyboard alone", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto(path);
  const automatic = card(page, "Automatic in the maintenance window");
  const button = automatic.getByRole("button", { name: "Turn off: Automatic Kubernetes updates" });
  await expect(button).toBeEnabled();
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Turn off automatic Kubernetes updates/ });
  const send = dialog.getByRole("button", { name: /^Change/ });
  await expect(send).toBeEnabled();
  await tabTo(page, send);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(automatic.getByText(/^Automatic Kubernetes updates/)).toContainText("Off");
});

async function tabTo(page: Page, target: ReturnType<Page["getByRole"]>): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target, "it is reached with Tab").toBeFocused();
}
