import type { Page } from "@playwright/test";
import { giveConsent } from "../give-consent.ts";
import { expect, expectAccessible, test, testLook } from "../journey.ts";
import { journeyNow } from "../morning.ts";
import { freePort, startAlmanac } from "../processes.ts";

const path = "/clusters/shop/preview-apps/maintenance";
const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });

/** `HH:MM` in UTC, so many minutes from now. */
function clockIn(minutes: number): string {
  return new Date(journeyNow() + minutes * 60_000).toISOString().slice("2026-11-24T".length, "2026-11-24T22:00".length);
}

async function typeWindow(page: Page, begin: string, end: string): Promise<void> {
  const editor = card(page, "Maintenance window");
  await editor.getByLabel("Offset from UTC, fixed").selectOption("+00:00");
  await editor.getByLabel("Begin").fill(begin);
  await editor.getByLabel("End").fill(end);
}

testLook("maintenance and hibernation have no violation, nor their forms while they are filled in", async (page) => {
  await page.goto("/clusters/sandbox/workshop/maintenance");
  const schedules = card(page, "Hibernation schedules");
  await expect(schedules.getByText("Falls asleep").first()).toBeVisible();
  await expectAccessible(page);
  await typeWindow(page, "22:00", "22:10");
  await schedules.getByLabel("Wake up (cron)").fill("soon");
  await expect(schedules.getByText(/A cron expression has five fields/)).toBeVisible();
});

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

  await test.step("too short, too long, and across midnight are said", async () => {
    await typeWindow(page, "23:40", "00:05");
    await expect(editor.getByText("The window is 25 min long; at least 30 min are needed.").first()).toBeVisible();
    await typeWindow(page, "18:00", "00:30");
    await expect(editor.getByText("The window is 6 h 30 min long; at most 6 h are possible.").first()).toBeVisible();
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
    await expect(editor.getByText("Not saved yet")).toBeHidden();
  });
});

test("what was typed outlives the end of the session", async ({ page, context, signIn, expectedFaults }) => {
  expectedFaults.push("401");
  await signIn("owner-commerce");
  await page.goto(path);
  await typeWindow(page, "01:15", "02:45");
  await expect(page.getByRole("button", { name: "Change window" })).toBeEnabled();
  await context.clearCookies();
  // Whatever the page asks for in this moment may find out first: then the dialog is there already, and hides the button.
  await page
    .getByRole("button", { name: "Change window", includeHidden: true })
    .evaluate((button: HTMLElement) => button.click());
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(ended).toBeVisible();
  await ended.getByRole("button", { name: /^Ravi Menon/ }).click();
  await expect(ended).toBeHidden();
  await expect(card(page, "Maintenance window").getByLabel("Begin")).toHaveValue("01:15");
});

test("what was typed before it was known who types stays, and is theirs", async ({ page, signIn }) => {
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
  await expect(card(page, "Maintenance window").getByLabel("Begin")).toHaveValue("01:15");
  await page.reload();
  await expect(card(page, "Maintenance window").getByLabel("Begin")).toHaveValue("01:15");
});

test("a dialog that comes when the session has just ended waits for the person to sign in again", async ({
  page,
  context,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("401");
  await signIn("owner-commerce");
  await page.goto(path);
  await typeWindow(page, "01:30", "02:45");
  await expect(page.getByRole("button", { name: "Change window" })).toBeEnabled();
  await context.clearCookies();
  const asking = page.getByRole("dialog", { name: "Your session has ended" });
  const acting = page.getByRole("dialog", { name: /^Change maintenance window/ });
  // Another tab says that the session is another one now, and a click from before is still to be answered.
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

  await test.step("scheduled", async () => {
    await scheduled.getByLabel("Schedule for the window").selectOption("rotate-ssh-keypair");
    await scheduled.getByRole("button", { name: "Schedule", exact: true }).click();
    await giveConsent(page, /^Schedule rotate-ssh-keypair: sandbox\/off-catalogue/, /^Schedule/);
    await passTime(60);
    await expect(scheduled.getByText("rotate-ssh-keypair", { exact: true })).toBeVisible();
    await expect(scheduled.getByLabel("Schedule for the window").getByRole("option", { name: /SSH key/ })).toHaveCount(
      0,
    );
  });

  await test.step("unscheduled", async () => {
    const unschedule = scheduled.getByRole("button", { name: "Unschedule: Rotate the SSH key pair" });
    await expect(unschedule).toBeEnabled();
    await unschedule.click();
    await giveConsent(page, /^Unschedule rotate-ssh-keypair: sandbox\/off-catalogue/, /^Unschedule/);
    await expect(scheduled.getByText("Nothing is scheduled.")).toBeVisible();
  });

  await test.step("maintained now, with what was scheduled instead", async () => {
    await scheduled.getByLabel("Schedule for the window").selectOption("rotate-observability-credentials");
    await scheduled.getByRole("button", { name: "Schedule", exact: true }).click();
    await giveConsent(page, /^Schedule rotate-observability-credentials: sandbox\/off-catalogue/, /^Schedule/);
    await expect(scheduled.getByText("rotate-observability-credentials", { exact: true })).toBeVisible();
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
    // Until then, what is told above the tabs may move them while they are clicked.
    await expect(page.getByRole("region", { name: "Your request" }).getByRole("status")).toHaveText(
      "Maintain now: Succeeded",
    );
    await page
      .getByRole("navigation", { name: "Pages of this cluster" })
      .getByRole("link", { name: "Overview" })
      .click();
    await expect(card(page, "Last operation").getByText("Reconcile succeeded")).toBeVisible();
  });
});

test("a failed cluster says that its window skips what is scheduled", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/ml/forecasting/maintenance");
  await expect(card(page, "Scheduled for the window").getByText(/The window skips what is scheduled/)).toBeVisible();
});

test("automatic updates are turned off and on with the keyboard alone", async ({ page, passTime, signIn }) => {
  await signIn("owner-commerce");
  await page.goto(path);
  const automatic = card(page, "Automatic in the maintenance window");
  const turn = async (to: "off" | "on") => {
    const button = automatic.getByRole("button", { name: `Turn ${to}: Automatic Kubernetes updates` });
    await expect(button).toBeEnabled();
    await tabTo(page, button);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: new RegExp(`^Turn ${to} automatic Kubernetes updates`) });
    const send = dialog.getByRole("button", { name: /^Change/ });
    const looked = dialog.getByRole("button", { name: "I have looked" });
    await expect(send).toBeVisible();
    // While the cluster is at work it may change between the look and the request: then there is more to look at.
    await expect(async () => {
      if (await dialog.isHidden()) return;
      if (await looked.isVisible()) {
        await tabTo(page, looked);
        await page.keyboard.press("Enter");
      }
      await expect(send).toBeEnabled({ timeout: 2_000 });
      await tabTo(page, send);
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden({ timeout: 5_000 });
    }).toPass();
  };
  await turn("off");
  const name = automatic.getByText(/^Automatic Kubernetes updates/);
  await expect(name).toContainText("Off");
  await passTime(60);
  await turn("on");
  await expect(name).toContainText("On");
});

async function tabTo(page: Page, target: ReturnType<Page["getByRole"]>): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target, "it is reached with Tab").toBeFocused();
}

test("a window that is moved over now is used at once: what was scheduled is done, and the page says what", {
  tag: "@all",
}, async ({ page }) => {
  const port = await freePort();
  const almanac = await startAlmanac(port, { DEMO_LIFE: "true", DEMO_PACE: "60" });
  const origin = `http://localhost:${port}`;
  try {
    await page.goto(`${origin}/login?next=${encodeURIComponent("/clusters/shop/preview-apps/maintenance")}`);
    await page.getByRole("button", { name: /^Ravi Menon/ }).click();
    const scheduled = card(page, "Scheduled for the window");
    await scheduled.getByLabel("Schedule for the window").selectOption("rotate-observability-credentials");
    await scheduled.getByRole("button", { name: "Schedule", exact: true }).click();
    await giveConsent(page, /^Schedule rotate-observability-credentials/, /^Schedule/);
    await expect(scheduled.getByText("rotate-observability-credentials", { exact: true })).toBeVisible();

    await typeWindow(page, clockIn(-20), clockIn(100));
    const change = page.getByRole("button", { name: "Change window" });
    await expect(change).toBeEnabled();
    await change.click();
    await giveConsent(page, /^Change maintenance window/, /^Change/);

    await expect(scheduled.getByText("Nothing is scheduled.")).toBeVisible();
    const last = card(page, "Last maintenance");
    await expect(
      last.getByText('Added "rotate-observability-credentials;reconcile" operation annotation'),
    ).toBeVisible();
    await expect(last.getByText("Succeeded")).toBeVisible();
    await expect(card(page, "Next maintenance window").getByText("Open now")).toBeVisible();
  } finally {
    await page.close();
    await almanac.stop();
  }
});
