import type { Page } from "@playwright/test";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { accountValues, canary, serviceAccountFile } from "../../account-values.ts";
import { measureEffort } from "../../effort.ts";
import { expect, expectAccessible, test } from "../../journey.ts";
import {
  accountRow,
  accountTable,
  createAccount,
  createIdentity,
  deleteAccount,
  fillInAccount,
  updateAccount,
} from "../../projects/account-steps.ts";

const dialog = (page: Page) => page.getByRole("dialog");
/** Everything that the server sends to a page, and what the page keeps. */
function listenTo(page: Page): () => Promise<string> {
  const texts: Promise<string>[] = [];
  page.on("response", (response) => {
    const isOurs = ["document", "fetch", "xhr"].includes(response.request().resourceType());
    if (isOurs) texts.push(response.text().catch(() => ""));
  });
  return async () => {
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
    return [...(await Promise.all(texts)), await page.content(), kept].join("\n");
  };
}

test("accounts of six providers are created, updated and deleted, and no value of them ever comes back", async ({
  page,
  passTimeUntil,
  signIn,
}) => {
  test.slow();
  const seen = listenTo(page);
  await signIn("owner-commerce");
  const { rows } = readEntireFleet(await (await page.request.get("/api/fleet")).text());
  await page.goto("/projects/shop/accounts");
  await expectAccessible(page);
  for (const [provider, [created, updated]] of Object.entries(accountValues)) {
    await test.step(provider, async () => {
      const users = rows.filter((row) => row.project === "shop" && row.provider === provider && row.pools > 0);
      const existing = accountRow(accountTable(page), `${provider}-account`).first();
      if (users.length > 0) {
        await expect(existing).toContainText(users.length === 1 ? "1 cluster" : `${users.length} clusters`);
        await expect(existing.getByRole("button", { name: /^Delete…/ })).toHaveAttribute("aria-disabled", "true");
      }
      const name = `fresh-${provider}`;
      const beforeSending = async () => expect(await seen()).not.toContain(canary);
      await createAccount(page, { provider, name, values: created, beforeSending });
      const row = accountRow(accountTable(page), name);
      await expect(row).toContainText(provider);
      await expect(row).not.toContainText("cluster");
      await updateAccount(page, { name, values: updated });
      await deleteAccount(page, name);
    });
  }
  await page.reload();
  await passTimeUntil(page.locator("table[aria-label=Accounts]:not(:has-text('fresh-'))"));
  expect(await seen()).not.toContain(canary);
  expect(await seen()).not.toContain(Buffer.from(canary).toString("base64").slice(0, -4));
});

test("a key that the provider refuses is marked beside its field, and nothing is sent", async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/projects/shop/accounts");
  await measureEffort(page, 58, { what: "create an account", clicks: 2, fields: 3 }, async () => {
    await page.getByRole("button", { name: "New account" }).click();
    await dialog(page).getByRole("combobox", { name: "Provider" }).selectOption("aws");
    await fillInAccount(page, { Name: "short", accessKeyID: "AKIA123" });
  });
  const id = dialog(page).getByLabel("accessKeyID");
  await expect(id).toHaveAttribute("aria-invalid", "true");
  await expect(id).toHaveAccessibleDescription(/Exactly 20 characters are needed here, and these are 7/);
  await expect(dialog(page).getByRole("button", { name: "Create account" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await fillInAccount(page, { Name: "aws-account" });
  await expect(dialog(page).getByLabel("Name", { exact: true })).toHaveAccessibleDescription(
    /There is an account of this name/,
  );

  await dialog(page).getByRole("combobox", { name: "Provider" }).selectOption("openstack");
  await dialog(page).getByRole("combobox", { name: "Sign in by" }).selectOption("credential-id");
  await expect(dialog(page).getByLabel("applicationCredentialID")).toBeVisible();
  await expect(dialog(page).getByLabel("password")).toHaveCount(0);
});

test("credentials for another project of Google have to be confirmed", async ({ page, signIn, expectedFaults }) => {
  expectedFaults.push("422 (Unprocessable Entity)");
  await signIn("owner-commerce");
  await page.goto("/projects/shop/accounts");
  await accountRow(accountTable(page), "gcp-account")
    .first()
    .getByRole("button", { name: /^Update…/ })
    .click();
  await fillInAccount(page, { "serviceaccount.json": serviceAccountFile("a") });
  await dialog(page).getByRole("button", { name: "Update account" }).click();
  await dialog(page)
    .getByRole("checkbox", { name: /another project of Google/ })
    .click();
  await dialog(page).getByRole("button", { name: "Update account" }).click();
  await expect(page.getByText("The account gcp-account was updated")).toBeVisible();
});

test("a viewer sees which accounts there are and who uses them, and no details of Secrets", async ({
  page,
  signIn,
}) => {
  await signIn("viewer");
  await page.goto("/projects/shop/accounts");
  const row = accountRow(accountTable(page), "aws-account").first();
  await expect(row).toContainText("clusters");
  await expect(row).toContainText("not known");
  await expect(page.getByText("You are not allowed to list Secrets here")).toBeVisible();
  await expect(page.getByRole("button", { name: "New account" })).toHaveAttribute("aria-disabled", "true");
  await expect(row.getByRole("button", { name: /^Update…/ })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
});

test("a workload identity says what the cloud has to trust, and a DNS account is kept beside", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/projects/shop/accounts");
  const identities = await createIdentity(page, {
    name: "trusted",
    roleArn: "arn:aws:iam::123456789012:role/gardener",
    audience: "harborline-shop",
  });
  await identities.getByText("How the cloud trusts it").click();
  await expect(identities).toContainText("gardener.cloud:workloadidentity:garden-shop:trusted:");
  await expect(identities.locator("pre").last()).toContainText("sts:AssumeRoleWithWebIdentity");
  await expect(accountRow(accountTable(page), "trusted")).toContainText("WorkloadIdentity");
  await expectAccessible(page);

  await page.getByRole("button", { name: "New DNS account" }).click();
  await dialog(page).getByRole("combobox", { name: "Provider" }).selectOption("cloudflare-dns");
  await fillInAccount(page, { Name: "records", apiToken: canary });
  await dialog(page).getByRole("button", { name: "Create account" }).click();
  await expect(accountRow(page.getByRole("table", { name: "DNS accounts" }), "records")).toContainText(
    "cloudflare-dns",
  );
});

test("a new account names quotas, says how long its clusters live, and the garden has them for good", async ({
  page,
  askGarden,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/projects/sandbox/accounts");
  await page.getByRole("button", { name: "New account" }).click();
  await dialog(page).getByRole("combobox", { name: "Provider" }).selectOption("hcloud");
  await fillInAccount(page, { Name: "limited", hcloudToken: canary });
  const quotas = dialog(page).getByRole("group", { name: "Quotas (optional)" });
  await expect(quotas.getByRole("checkbox", { name: "trial Limits all clusters of this project" })).toBeVisible();
  const effect = quotas.getByText("Gardener deletes clusters of this account 14 days after their creation");
  await expect(effect).toBeHidden();
  await quotas.getByRole("checkbox", { name: /^trial-lifetime/ }).click();
  await expect(effect).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Create account" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(accountRow(accountTable(page), "limited")).toContainText("trial-lifetime (clusters live 14 days)");
  const path = "/apis/security.gardener.cloud/v1alpha1/namespaces/garden-sandbox/credentialsbindings/limited";
  const { object } = await askGarden("GET", path);
  expect(object.quotas).toEqual([{ namespace: "garden-sandbox", name: "trial-lifetime" }]);
  expect((await askGarden("PATCH", path, { quotas: [] })).status).toBe(422);
});
