import { effort } from "../effort.ts";
import { giveConsent } from "../give-consent.ts";
import { expect, halfWay, test } from "../journey.ts";
import { currentStep, finishChecklist, openCredentials, rotation } from "../rotation.ts";

test("all credentials are prepared from the list, found as they are by another tab, and completed after the checklist", async ({
  page,
  context,
  passTime,
  signIn,
}) => {
  await signIn("operator");
  await test.step("prepared in few clicks; then it is the people's turn", async () => {
    await page.goto("/clusters?q=archive");
    await effort(
      page,
      11,
      { what: "prepare the rotation of all credentials", clicks: 4, phrases: 1, ticks: 4 },
      async () => {
        await openCredentials(page, "archive");
        await rotation(page).getByRole("button", { name: "Start rotation of all credentials" }).click();
        await giveConsent(page, /^Start rotation of all credentials: analytics\/archive/, /^Start now$/);
      },
    );
    await passTime(halfWay);
    await expect(currentStep(page)).toContainText("Prepare");
    await passTime(120);
    await expect(currentStep(page)).toContainText("Update clients");
    await expect(currentStep(page)).toContainText("waiting for the analytics team");
    await page.close();
  });

  const tab = await context.newPage();
  await test.step("a tab that is opened later finds the rotation where it is", async () => {
    await tab.goto("/clusters/analytics/archive/credentials");
    await expect(currentStep(tab)).toContainText("Update clients");
    await expect(tab.getByRole("table", { name: "Gardener-managed credentials" }).getByText("Prepared")).toHaveCount(2);
  });

  await test.step("after the checklist the rotation is completed, and the old credentials are gone", async () => {
    const complete = rotation(tab).getByRole("button", { name: "Complete rotation: drop old CA and signing key" });
    await expect(complete).toBeDisabled();
    await effort(
      tab,
      14,
      { what: "complete a rotation, its checklist not applicable", clicks: 5, phrases: 1, ticks: 4 },
      async () => {
        await finishChecklist(tab);
        await expect(complete).toBeEnabled();
        await complete.click();
        await giveConsent(tab, /^Complete the rotation: analytics\/archive/, /^Complete the rotation/);
      },
    );
    await passTime(120);
    await expect(currentStep(tab)).toContainText("Verify");
    await expect(tab.getByRole("list", { name: "Final checks" })).toBeVisible();
  });
});
