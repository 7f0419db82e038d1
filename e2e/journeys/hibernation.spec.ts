import type { Page } from "@playwright/test";
import { chooseClusterAction } from "../choose-act.ts";
import { measureEffort } from "../effort.ts";
import { giveConsent } from "../give-consent.ts";
import { expect, test } from "../journey.ts";

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a cluster is hibernated and woken up, and each is only said once Gardener has reported it", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/shop/preview-apps/maintenance");
  const hibernation = card(page, "Hibernation");
  await expect(hibernation.getByText("Awake", { exact: true })).toBeVisible();

  await test.step("hibernated", async () => {
    await measureEffort(page, 30, { what: "hibernate a cluster", clicks: 4, phrases: 1, ticks: 3 }, async () => {
      await chooseClusterAction(page, /^Hibernate/);
      await giveConsent(page, /^Hibernate shop\/preview-apps/, /^Hibernate now/);
    });
    await passTime(60);
    await expect(hibernation.getByText("Hibernated", { exact: true })).toBeVisible();
  });

  await test.step("woken up", async () => {
    await hibernation.getByRole("button", { name: "Wake up" }).click();
    await giveConsent(page, /^Wake up shop\/preview-apps/, /^Wake up now/);
    await passTime(60);
    await expect(hibernation.getByText("Awake", { exact: true })).toBeVisible();
  });
});

test("schedules are told in words, judged while they are typed, and written as one list", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/sandbox/off-catalogue/maintenance");
  const schedules = card(page, "Hibernation schedules");
  const change = schedules.getByRole("button", { name: "Change schedules" });
  await schedules.getByRole("button", { name: "Add a schedule" }).click();
  const first = schedules.getByRole("group", { name: "Schedule 1" });

  await test.step("in words, and when they come next", async () => {
    await expect(first.getByText("At 19:00, Monday through Friday")).toBeVisible();
    await first.getByLabel("Time zone").fill("Asia/Kathmandu");
    const next = schedules.getByRole("listitem").filter({ hasText: /by schedule 1/ });
    await expect(next.first()).toContainText("Asia/Kathmandu");
    await expect(next.first()).toContainText("You, Europe/Berlin");
  });

  await test.step("what is wrong is said where it is", async () => {
    await first.getByLabel("Wake up (cron)").fill("0 7 * * 7");
    await expect(first.getByText(/A cron expression has five fields/)).toBeVisible();
    await expect(change).toBeDisabled();
    await first.getByLabel("Wake up (cron)").fill("");
    await first.getByLabel("Hibernate (cron)").fill("0 20 1 * 1");
  });

  await test.step("written, and taken away again", async () => {
    await change.click();
    await giveConsent(page, /^Change hibernation schedules: sandbox\/off-catalogue/, /^Change/);
    await expect(schedules.getByText("Not saved yet")).toBeHidden();
    await expect(first.getByLabel("Hibernate (cron)")).toHaveValue("0 20 1 * 1");
    await passTime(60);
    await schedules.getByRole("button", { name: "Remove schedule 1" }).click();
    await expect(schedules.getByRole("button", { name: "Add a schedule" })).toBeFocused();
    await change.click();
    await giveConsent(page, /^Change hibernation schedules: sandbox\/off-catalogue/, /^Change/);
    await expect(schedules.getByText(/^No schedule\./)).toBeVisible();
    await expect(schedules.getByText("Not saved yet")).toBeHidden();
  });
});
