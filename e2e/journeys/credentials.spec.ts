import type { Page } from "@playwright/test";
import { waitForKeyHandlers } from "../hears-keys.ts";
import { expect, test } from "../journey.ts";
import { rotationRegion } from "../rotation.ts";

const table = (page: Page) => page.getByRole("table", { name: "Gardener-managed credentials" });
const steps = (page: Page) => page.getByRole("list", { name: "Steps of the rotation" });

test("the table says whose turn it is, a rotation opens at the step at which it waits, and each step has an address", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/payments/acquiring");
  await page
    .getByRole("navigation", { name: "Pages of this cluster" })
    .getByRole("link", { name: "Credentials" })
    .click();
  const authorities = table(page).getByRole("row", { name: /Certificate authorities/ });
  await expect(authorities.getByText("Prepared")).toBeVisible();
  await expect(authorities.getByText("payments team")).toBeVisible();

  const current = steps(page).locator("[aria-current=step]");
  await expect(current).toContainText("Update clients");
  await expect(current).toContainText("waiting for the payments team");
  const complete = rotationRegion(page).getByRole("button", { name: "Complete rotation: drop old CA", exact: true });
  await expect(complete).toBeDisabled();
  await expect(
    rotationRegion(page).getByRole("paragraph").filter({ hasText: "items are open: tick each" }),
  ).toBeVisible();

  await page.goto("/clusters/payments/acquiring/credentials?rotation=certificateAuthorities&step=verify");
  await expect(page.getByRole("heading", { name: "Step 5: verify" })).toBeVisible();
  await waitForKeyHandlers(page);
  await page.keyboard.press("s");
  await expect(page.getByRole("heading", { name: "Step 1: plan" })).toBeVisible();
  await expect(page).toHaveURL(/rotation=certificateAuthorities&step=plan/);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Step 5: verify" })).toBeVisible();
});

test("ticks are kept beside the cluster: a colleague sees who ticked what, and a reason counts as well", async ({
  page,
  colleague,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/acquiring/credentials");
  await expect(steps(page).locator("[aria-current=step]")).toContainText("waiting for you");
  const list = page.getByRole("list", { name: "Checklist" });
  await list.getByRole("checkbox", { name: "CI/CD pipelines trust the new authority" }).click();
  await expect(list.getByText(/^Ticked · ravi\.menon@harborline\.example/)).toBeVisible();
  await list.getByRole("button", { name: /^Leave open with a reason: GitOps/ }).click();
  await list.getByRole("textbox", { name: "Why it stays open" }).fill("We have none");
  await list.getByRole("button", { name: "Keep reason" }).click();
  await expect(list.getByText(/^Left open: We have none/)).toBeVisible();

  const other = await colleague("operator");
  await other.goto("/clusters/payments/acquiring/credentials");
  const same = other.getByRole("list", { name: "Checklist" });
  await expect(same.getByRole("checkbox", { name: "CI/CD pipelines trust the new authority" })).toBeChecked();
  await expect(same.getByText(/Left open: We have none · ravi\.menon/)).toBeVisible();
});

test("the cloud account is yours, and the page says who shares it", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/ledger-us/credentials");
  const yours = page.getByRole("region", { name: "Cloud provider credentials (managed by you)" });
  await yours.getByText("Where are they?").click();
  await expect(yours.getByText(/^The SecretBinding .* leads to the Secret/)).toBeVisible();
  const sharers = yours.getByRole("list", { name: "Clusters that use these credentials" });
  await expect(sharers.getByRole("link", { name: "payments/acquiring", exact: true })).toBeVisible();
});
