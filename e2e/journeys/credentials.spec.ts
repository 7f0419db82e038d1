import type { Page } from "@playwright/test";
import { untilItHearsKeys } from "../hears-keys.ts";
import { expect, expectAccessible, test, testLook } from "../journey.ts";
import { rotation } from "../rotation.ts";

const table = (page: Page) => page.getByRole("table", { name: "Gardener-managed credentials" });
const steps = (page: Page) => page.getByRole("list", { name: "Steps of the rotation" });

test("the table says how each credential is rotated, how old it is, and whose turn it is", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/acquiring");
  await page
    .getByRole("navigation", { name: "Pages of this cluster" })
    .getByRole("link", { name: "Credentials" })
    .click();
  const authorities = table(page).getByRole("row", { name: /Certificate authorities/ });
  await expect(authorities.getByText("Prepared")).toBeVisible();
  await expect(authorities.getByText(/for 2[23] d/)).toBeVisible();
  await expect(authorities.getByText("payments team")).toBeVisible();
  await expect(authorities.getByText("Never automatic")).toBeVisible();
  await expect(authorities.getByText(/^Valid until about \d+ \w+ 203\d$/)).toBeVisible();
  await expect(
    table(page)
      .getByRole("row", { name: /OpenVPN TLS key/ })
      .getByText("Cannot be rotated"),
  ).toBeVisible();
  await expect(
    table(page)
      .getByRole("row", { name: /SSH key pair/ })
      .getByText("SSH access is off"),
  ).toBeVisible();
});

test("a rotation that waits opens at its step, says for how long, and its completion asks for the checklist", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/payments/acquiring/credentials");
  const current = steps(page).locator("[aria-current=step]");
  await expect(current).toContainText("Update clients");
  await expect(current).toContainText("waiting for the payments team");
  await expect(rotation(page).getByText(/^Waiting 2[23] d$/)).toBeVisible();
  const complete = rotation(page).getByRole("button", { name: "Complete rotation: drop old CA", exact: true });
  await expect(complete).toBeDisabled();
  await expect(rotation(page).getByRole("paragraph").filter({ hasText: "items are open: tick each" })).toBeVisible();
});

test("each step has an address of its own, and s goes on to the next", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/payments/acquiring/credentials?rotation=certificateAuthorities&step=verify");
  await expect(page.getByRole("heading", { name: "Step 5: verify" })).toBeVisible();
  await untilItHearsKeys(page);
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

test("who may not write ticks in this browser, and is told so", async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto("/clusters/platform/observability/credentials?rotation=serviceAccountKey");
  await expect(page.getByText("Your ticks stay in this browser")).toBeVisible();
  const box = page.getByRole("checkbox", { name: "Long-lived token Secrets are replaced" });
  await box.click();
  await expect(box).toBeChecked();
  await page.reload();
  await expect(box).toBeChecked();
});

test("a phase that is newer than this build is shown as it is", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/sandbox/next-operation/credentials?rotation=certificateAuthorities");
  await expect(page.getByText('Gardener reports the phase "AwaitingNotary"')).toBeVisible();
  await expect(table(page).getByText("AwaitingNotary")).toBeVisible();
});

test("the cloud account is yours: who shares it, and for how many to wait before the old one goes", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/ledger-us/credentials");
  const yours = page.getByRole("region", { name: "Cloud provider credentials (managed by you)" });
  await yours.getByText("Where are they?").click();
  await expect(yours.getByText(/^The SecretBinding .* leads to the Secret/)).toBeVisible();
  await expect(yours.getByText(/^Wait for \d of 7/)).toBeVisible();
  const sharers = yours.getByRole("list", { name: "Clusters that use these credentials" });
  await expect(sharers.getByRole("listitem")).toHaveCount(7);
  await expect(sharers.getByRole("link", { name: "payments/acquiring", exact: true })).toBeVisible();
});

testLook("Credentials has no violation, neither has a retrieved bundle", async (page) => {
  await page.goto("/clusters/analytics/event-stream/credentials");
  await expect(steps(page)).toBeVisible();
  await expect(page.getByRole("list", { name: "Clusters that use these credentials" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Retrieve: Certificate authorities' bundle" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Read bundle" }).click();
  await expect(page.getByRole("dialog").getByText(/^\d certificates?$/)).toBeVisible();
});
