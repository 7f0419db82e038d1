import type { Page } from "@playwright/test";
import { measureEffort } from "../../effort.ts";
import { expect, expectAccessible, test } from "../../journey.ts";
import { requestClusterAction } from "../../our-request.ts";
import {
  createOwnProfile,
  deleteOwnProfile,
  lastDayOf,
  saveOwnProfile,
  setOwnEnd,
} from "../../projects/own-profile-steps.ts";

const version = "1.33.12";
const effect = (page: Page) => page.getByRole("region", { name: "Effect on the fleet" });

async function waitForForecast(page: Page, date: string): Promise<void> {
  await page.goto("/clusters?q=lake-prod");
  await expect(page.getByRole("row", { name: /lake-prod/ })).toContainText(date);
}

test("a project's own profile with a longer end changes the forecast of the cluster that uses it, and stays while it is used", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/projects/analytics/cloud-profiles");
  await page.getByRole("link", { name: "New cloud profile" }).click();
  await page.getByLabel("Based on").selectOption("gcp");
  await measureEffort(page, 81, { what: "own end of a version for a project", clicks: 4, fields: 3 }, async () => {
    await page.getByRole("textbox", { name: "Name" }).fill("longer");
    await setOwnEnd(page, version, "2027-09-30");
    await expect(effect(page).getByRole("link", { name: "analytics/lake-prod" })).toBeVisible();
    await createOwnProfile(page);
  });
  const row = page.getByRole("row", { name: /^longer/ });
  await expect(row).toContainText("Kubernetes 1.33.12 until 30 Sep 2027");
  await expect(row).not.toContainText("has not merged");
  await expectAccessible(page);

  const patch = { spec: { cloudProfile: { kind: "NamespacedCloudProfile", name: "longer" } } };
  await requestClusterAction(page, "analytics/lake-prod", { kind: "change", about: "manifest", patch });
  await waitForForecast(page, "1 Oct 2027");

  await page.goto("/projects/analytics/cloud-profiles");
  await expect(row.getByRole("link", { name: "1 cluster on longer" })).toBeVisible();
  const remove = row.getByRole("button", { name: /^Delete/ });
  await expect(remove).toHaveAccessibleDescription(/1 cluster uses it/);
  await row.getByRole("link", { name: "Edit longer" }).click();
  await lastDayOf(page, `Kubernetes ${version}`).fill("2027-08-31");
  await expect(page.getByRole("region", { name: "Your change" })).toContainText("1.33.12 now expires 31 Aug 2027");
  await expect(effect(page)).toContainText("analytics/lake-prod");
  await expectAccessible(page);
  await saveOwnProfile(page, "longer");
  await waitForForecast(page, "1 Sep 2027");
});

test("a role without the verb for a part is told before, the parent's rule stands beside the field, and what nobody uses is deleted", async ({
  page,
  signIn,
}) => {
  await signIn("owner-data");
  await page.goto("/projects/ml/cloud-profiles/draft?parent=gcp");
  await expect(page.getByText("Your role does not allow you to change machine images here.")).toBeVisible();
  await page.getByLabel("Of", { exact: true }).selectOption("gardenlinux");
  const set = page.getByRole("button", { name: "Set an own end" });
  await expect(set).toHaveAccessibleDescription("Your role does not allow you to change machine images here.");
  await page.getByLabel("Of", { exact: true }).selectOption("");

  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Spare");
  await expect(name).toHaveAccessibleDescription(/not a valid name/);
  await name.fill("spare");
  const latest = (await page.getByLabel("Version", { exact: true }).locator("option").last().textContent()) ?? "";
  await setOwnEnd(page, latest, "2028-01-31");
  const end = lastDayOf(page, `Kubernetes ${latest}`);
  const create = page.getByRole("button", { name: "Create…" });
  await expect(end).toHaveAccessibleDescription(/the latest version must not expire/);
  await expect(create).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: `Remove Kubernetes ${latest}` }).click();
  await setOwnEnd(page, version, "2020-01-31");
  await expect(lastDayOf(page, `Kubernetes ${version}`)).toHaveAccessibleDescription(/must be in the future/);
  await lastDayOf(page, `Kubernetes ${version}`).fill("2027-09-30");
  await createOwnProfile(page);
  await deleteOwnProfile(page, "spare");
  await expect(page.getByRole("row", { name: /^ml-gpu/ })).toBeVisible();
});

test("somebody who only looks sees what a profile changes, and is told that it is not theirs to change", async ({
  page,
  signIn,
}) => {
  await signIn("viewer");
  await page.goto("/projects/shop/cloud-profiles");
  await expect(page.getByRole("button", { name: "New cloud profile" })).toHaveAccessibleDescription(
    "You are not allowed to create cloud profiles here.",
  );
});
