import type { Page } from "@playwright/test";
import { measureEffort } from "../effort.ts";
import { giveConsent } from "../give-consent.ts";
import { expect, halfFlowSeconds, test } from "../journey.ts";
import { completeRotationChecklist, currentRotationStep, openCredentialsPage, rotationRegion } from "../rotation.ts";

const pools = (page: Page) => page.getByRole("list", { name: "Pools that wait to be rolled" });

test("all credentials are prepared from the list, found as they are by another tab, and completed after the checklist", async ({
  page,
  context,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await test.step("prepared in few clicks; then it is the people's turn", async () => {
    await page.goto("/clusters?q=archive");
    const target = { what: "rotate everything to the end: prepare", clicks: 4, phrases: 1, ticks: 2 };
    await measureEffort(page, 5, target, async () => {
      await openCredentialsPage(page, "archive");
      await rotationRegion(page).getByRole("button", { name: "Start rotation of all credentials" }).click();
      await giveConsent(page, /^Start rotation of all credentials: analytics\/archive/, /^Start now$/);
    });
    await passTime(halfFlowSeconds);
    await expect(currentRotationStep(page)).toContainText("Prepare");
    await passTime(120);
    await expect(currentRotationStep(page)).toContainText("Update clients");
    await expect(currentRotationStep(page)).toContainText("waiting for the analytics team");
    await page.close();
  });

  const tab = await context.newPage();
  await test.step("a tab that is opened later finds the rotation where it is", async () => {
    await tab.goto("/clusters/analytics/archive/credentials");
    await expect(currentRotationStep(tab)).toContainText("Update clients");
    await expect(tab.getByRole("table", { name: "Gardener-managed credentials" }).getByText("Prepared")).toHaveCount(2);
    await tab.getByRole("button", { name: "Retrieve: Certificate authorities' bundle" }).click();
    const panel = tab.getByRole("dialog", { name: /^Certificate authorities' bundle/ });
    await panel.getByRole("button", { name: "Read bundle" }).click();
    await expect(panel.getByText(/^[2-9] certificates$/)).toBeVisible();
    await panel.getByRole("button", { name: "Close" }).first().click();
  });

  await test.step("after the checklist the rotation is completed, and the old credentials are gone", async () => {
    const complete = rotationRegion(tab).getByRole("button", {
      name: "Complete rotation: drop old CA and signing key",
    });
    await expect(complete).toBeDisabled();
    const target = { what: "rotate everything to the end: complete", clicks: 3, phrases: 1, ticks: 2 };
    await measureEffort(tab, 5, target, async () => {
      await completeRotationChecklist(tab);
      await expect(complete).toBeEnabled();
      await complete.click();
      await giveConsent(tab, /^Complete the rotation: analytics\/archive/, /^Complete the rotation/);
    });
    await passTime(120);
    await expect(currentRotationStep(tab)).toContainText("Verify");
    await expect(tab.getByRole("list", { name: "Final checks" })).toBeVisible();
  });
});

test("credentials are prepared without rolling nodes, then a pool is rolled and the others wait", {
  tag: "@all",
}, async ({ page, passTime, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters?q=search");
  await measureEffort(page, 27, { what: "prepare without node rollout", clicks: 5, phrases: 1, ticks: 4 }, async () => {
    await openCredentialsPage(page, "search");
    await rotationRegion(page).getByRole("radio", { name: "I roll them later, one by one" }).click();
    await rotationRegion(page).getByRole("button", { name: "Start rotation of all credentials" }).click();
    await giveConsent(page, /^Start rotation of all credentials: shop\/search/, /^Start now$/);
  });
  await passTime(120);
  await expect(currentRotationStep(page)).toContainText("Roll pools");
  await expect(pools(page).getByRole("listitem")).toHaveCount(2);

  await measureEffort(page, 27, { what: "then roll one pool", clicks: 2, phrases: 1, ticks: 2 }, async () => {
    await pools(page).getByRole("button", { name: "Roll query" }).click();
    await giveConsent(page, /^Roll pool query: shop\/search/, /^Roll pool query now/);
  });
  await passTime(120);
  await expect(pools(page).getByRole("listitem")).toHaveCount(1);
  await expect(currentRotationStep(page)).toContainText("Roll pools");
});

test("SSH is rotated in one step, and the old key is still offered", { tag: "@all" }, async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/acquire-stage/credentials?rotation=sshKeypair");
  await page.getByRole("button", { name: "Rotate SSH key pair" }).click();
  await giveConsent(page, /^Rotate SSH key pair: payments\/acquire-stage/, /^Rotate SSH key pair now/);
  await passTime(120);
  await expect(currentRotationStep(page)).toContainText("Done");
  await page.getByRole("button", { name: "Retrieve: Old SSH key pair" }).click();
  const panel = page.getByRole("dialog", { name: /^Old SSH key pair/ });
  await panel.getByRole("button", { name: "Show key pair" }).click();
  await expect(panel.getByText(/^ssh-ed25519 /)).toBeVisible();
});
