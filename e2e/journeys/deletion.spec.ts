import type { Page } from "@playwright/test";
import { measureEffort } from "../effort.ts";
import { giveConsent } from "../give-consent.ts";
import { expect, expectAccessible, halfFlowSeconds, test } from "../journey.ts";

const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });

test("a cluster is deleted to the end: the plan, an override, the steps seen, and what was observed of its end", async ({
  page,
  passTime,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("404"); // the garden is asked once more for what is gone
  await signIn("operator");
  await page.goto("/clusters/sandbox/hack-2026/deletion");
  const cleanup = card(page, "Clean-up in the cluster");

  await test.step("the plan follows what is typed, and an override is written", async () => {
    const webhooks = cleanup.getByLabel(/^Webhooks, seconds/);
    const change = cleanup.getByRole("button", { name: "Change overrides" });
    await webhooks.fill("-1");
    await expect(change).toBeDisabled();
    await webhooks.fill("60");
    await expect(cleanup.getByText(/finalizers removed after 1 min\./)).toBeVisible();
    await change.click();
    await giveConsent(page, /^Change clean-up: sandbox\/hack-2026/, /^Change/);
    await expect(cleanup.getByText("Not saved yet")).toBeHidden();
    await passTime(60);
  });

  await test.step("asked for and confirmed", async () => {
    await card(page, "Delete this cluster").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
    await giveConsent(page, /^Delete sandbox\/hack-2026/, /^Delete/);
  });

  await test.step("followed to its end, and no more is said than was seen", async () => {
    await passTime(halfFlowSeconds);
    await expect(page.getByText(/, runs now$/).first()).toBeAttached();
    await passTime(halfFlowSeconds);
    await expect(page.getByText(/, was seen$/).first()).toBeAttached();
    await passTime(60);
    const gone = card(page, "sandbox/hack-2026 is gone");
    await expect(gone.getByText(/has not looked into the cloud account/)).toBeVisible();
    await expectAccessible(page);
    await page.goto("/clusters?q=hack-2026");
    await expect(page.getByText(/^Showing 0 of /)).toBeVisible();
  });
});

test("a failed deletion is retried, fails again while its cause stays, and is forced to its end", async ({
  page,
  passTime,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("404");
  await signIn("operator");
  await page.goto("/clusters/sandbox/vpc-peering/deletion");
  const deletion = card(page, "Deletion");

  await test.step("retried, and failed again", async () => {
    await expect(deletion.getByText(/What blocks it is yours to remove: ERR_INFRA_DEPENDENCIES\./)).toBeVisible();
    await expectAccessible(page);
    await deletion.getByRole("button", { name: "Retry deletion" }).click();
    const taken = page.waitForResponse(/\/operations$/);
    await page
      .getByRole("dialog", { name: /^Retry sandbox\/vpc-peering/ })
      .getByRole("button", { name: "Retry now" })
      .click();
    await taken;
    await passTime(halfFlowSeconds);
    await expect(deletion.getByText("Gardener is deleting the cluster.")).toBeVisible();
    await passTime(60);
    await expect(deletion.getByText(/^The deletion failed\./)).toBeVisible();
  });

  await test.step("forced from the list, at the price that it is worth", async () => {
    await page.goto("/clusters?q=vpc-peering");
    await measureEffort(page, 31, { what: "force delete when allowed", clicks: 4, phrases: 1, ticks: 3 }, async () => {
      await page.getByRole("link", { name: "vpc-peering", exact: true }).click();
      await page.getByRole("link", { name: "Deletion", exact: true }).click();
      const force = card(page, "Forced deletion");
      await expect(force.getByText("ERR_INFRA_DEPENDENCIES")).toBeVisible();
      await expect(force.getByText("shoot--sandbox--vpc-peering")).toBeVisible();
      await force.getByRole("button", { name: "Force delete" }).click();
      await giveConsent(page, /^Force delete sandbox\/vpc-peering/, /^Force delete/);
    });
  });

  await test.step("gone, and nothing is promised of the cloud account", async () => {
    // After the deletion, the page shows the state of the cluster that was read last.
    await expect(deletion.getByRole("status")).toContainText("The forced deletion");
    await passTime(60);
    const gone = card(page, "sandbox/vpc-peering is gone");
    await expect(gone.getByText(/does not know what is left in the cloud account/)).toBeVisible();
  });
});
