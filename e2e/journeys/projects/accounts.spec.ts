import type { Page } from "@playwright/test";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
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

/** Part of every value that is typed as a secret. It must never come back. */
const canary = "CANARY/of/the/accounts";
const guid = "11111111-2222-3333-4444-555555555555";
const serviceAccount = (keyId: string) =>
  JSON.stringify({
    type: "service_account",
    project_id: "my-project-123",
    private_key_id: keyId.repeat(40),
    private_key: `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----\n`,
    client_email: "x@my-project-123.iam.gserviceaccount.com",
    token_uri: "https://oauth2.googleapis.com/token",
  });

type Values = Readonly<Record<string, string>>;

/** Values of a new account, and those that replace them, by provider. */
const providers: Readonly<Record<string, readonly [created: Values, updated: Values]>> = {
  aws: [
    { accessKeyID: "A".repeat(20), secretAccessKey: canary.padEnd(40, "0") },
    { accessKeyID: "B".repeat(20), secretAccessKey: canary.padEnd(40, "1") },
  ],
  azure: [
    { subscriptionID: guid, tenantID: guid, clientID: guid, clientSecret: `${canary}-1` },
    { clientSecret: `${canary}-2` },
  ],
  gcp: [{ "serviceaccount.json": serviceAccount("a") }, { "serviceaccount.json": serviceAccount("b") }],
  openstack: [
    { domainName: "d", tenantName: "t", username: "u", password: `${canary}-1` },
    { password: `${canary}-2` },
  ],
  alicloud: [
    { accessKeyID: "a".repeat(16), accessKeySecret: `${canary}-secret-1` },
    { accessKeyID: "b".repeat(16), accessKeySecret: `${canary}-secret-2` },
  ],
  hcloud: [{ hcloudToken: `${canary}-1` }, { hcloudToken: `${canary}-2` }],
};

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
  for (const [provider, [created, updated]] of Object.entries(providers)) {
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
  await fillInAccount(page, { "serviceaccount.json": serviceAccount("a") });
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
