import type { Page } from "@playwright/test";
import { effort } from "../effort.ts";
import { giveConsent } from "../give-consent.ts";
import { expect, test } from "../journey.ts";
import { currentStep, openCredentials, rotation } from "../rotation.ts";

const pools = (page: Page) => page.getByRole("list", { name: "Pools that wait to be rolled" });

test("credentials are prepared without rolling nodes, then pool by pool is rolled", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters?q=search");
  await effort(page, 12, { what: "prepare without node rollout", clicks: 5, phrases: 1, ticks: 4 }, async () => {
    await openCredentials(page, "search");
    await rotation(page).getByRole("radio", { name: "I roll them later, one by one" }).click();
    await rotation(page).getByRole("button", { name: "Start rotation of all credentials" }).click();
    await giveConsent(page, /^Start rotation of all credentials: shop\/search/, /^Start now$/);
  });
  await passTime(120);
  await expect(currentStep(page)).toContainText("Roll pools");
  await expect(pools(page).getByRole("listitem")).toHaveCount(2);

  await effort(page, 12, { what: "then roll one pool", clicks: 2, phrases: 1, ticks: 2 }, async () => {
    await pools(page).getByRole("button", { name: "Roll query" }).click();
    await giveConsent(page, /^Roll pool query: shop\/search/, /^Roll pool query now/);
  });
  await passTime(120);
  await expect(pools(page).getByRole("listitem")).toHaveCount(1);
  await expect(currentStep(page)).toContainText("Roll pools");
  const last = pools(page).getByRole("button", { name: "Roll index" });
  await expect(last).toBeEnabled();
  await last.click();
  await giveConsent(page, /^Roll pool index: shop\/search/, /^Roll pool index now/);
  await passTime(120);
  await expect(currentStep(page)).toContainText("Update clients");
  const rolled = page.getByRole("list", { name: "Checklist" }).locator("#checklist-pools-rolled");
  await expect(rolled.getByText("Checked:")).toBeAttached();
});
