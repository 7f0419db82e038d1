import type { Page } from "@playwright/test";
import {
  accountRow,
  accountTable,
  createAccount,
  createIdentity,
  deleteAccount,
  updateAccount,
} from "#e2e/projects/account-steps.ts";
import { moveToCredentialsBinding } from "#e2e/projects/migration-steps.ts";
import {
  createOwnProfile,
  deleteOwnProfile,
  lastDayOf,
  saveOwnProfile,
  setOwnEnd,
} from "#e2e/projects/own-profile-steps.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { GardenAccess } from "../garden-access.ts";
import { gardenGroup } from "../garden-objects.ts";
import { expect, test } from "./journey.ts";

const security = "/apis/security.gardener.cloud/v1alpha1/namespaces";

async function read(admin: GardenAccess, path: string): Promise<unknown> {
  return (await admin.send({ method: "GET", path })).body;
}

const codeOf = async (admin: GardenAccess, path: string) => (await admin.send({ method: "GET", path })).code;

/** The requests of the page that were refused. */
function listenForRefusals(page: Page): readonly string[] {
  const refusals: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
  });
  return refusals;
}

test("an account is created, bound and protected, updated, and deleted with its Secret", async ({
  page,
  signIn,
  admin,
}) => {
  const refusals = listenForRefusals(page);
  const secret = "/api/v1/namespaces/garden-shop/secrets/fresh";
  const binding = `${security}/garden-shop/credentialsbindings/fresh`;
  await signIn("owner-commerce");
  await page.goto("/projects/shop/accounts");
  const values = { accessKeyID: "A".repeat(20), secretAccessKey: "b".repeat(40) };
  await createAccount(page, { provider: "aws", name: "fresh", values });
  await expect(accountRow(accountTable(page), "fresh")).toContainText("aws");
  const marks = async () => [
    ...listAt(await read(admin, secret), "metadata", "finalizers"),
    ...listAt(await read(admin, binding), "metadata", "finalizers"),
  ];
  await expect.poll(marks).toEqual(["gardener.cloud/credentialsbinding", "gardener"]);

  await updateAccount(page, { name: "fresh", values: { ...values, accessKeyID: "B".repeat(20) } });
  const stored = stringAt(await read(admin, secret), "data", "accessKeyID") ?? "";
  expect(Buffer.from(stored, "base64").toString()).toBe("B".repeat(20));

  await deleteAccount(page, "fresh");
  await expect.poll(async () => [await codeOf(admin, binding), await codeOf(admin, secret)]).toEqual([404, 404]);
  await page.reload();
  await expect(accountTable(page)).not.toContainText("fresh");
  expect(refusals).toEqual([]);
});

test("a workload identity has the subject that Gardener gives it, and goes with its account", async ({
  page,
  signIn,
  admin,
}) => {
  const refusals = listenForRefusals(page);
  const path = `${security}/garden-shop/workloadidentities/trusted`;
  await signIn("owner-commerce");
  await page.goto("/projects/shop/accounts");
  const identities = await createIdentity(page, {
    name: "trusted",
    roleArn: "arn:aws:iam::123456789012:role/gardener",
    audience: "harborline-shop",
  });
  await expect(accountRow(accountTable(page), "trusted")).toContainText("WorkloadIdentity");
  const identity = await read(admin, path);
  const sub = stringAt(identity, "status", "sub") ?? "none";
  expect(sub).toBe(`gardener.cloud:workloadidentity:garden-shop:trusted:${stringAt(identity, "metadata", "uid")}`);
  await identities.getByText("How the cloud trusts it").click();
  await expect(identities).toContainText(sub);

  await deleteAccount(page, "trusted");
  await expect.poll(() => codeOf(admin, path)).toBe(404);
  expect(refusals).toEqual([]);
});

test("a cluster moves to the CredentialsBinding of its Secret, and there is no way back", async ({
  page,
  signIn,
  admin,
}) => {
  const path = `${gardenGroup}/namespaces/garden-payments/shoots/ledger-us`;
  const before = stringAt(await read(admin, path), "spec", "secretBindingName") ?? "none";
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/ledger-us");
  await expect(page.getByRole("heading", { name: "ledger-us", level: 1 })).toBeVisible();
  await moveToCredentialsBinding(page, "payments/ledger-us");
  const specOf = async () => {
    const spec = fieldAt(await read(admin, path), "spec");
    return [fieldAt(spec, "secretBindingName"), fieldAt(spec, "credentialsBindingName")];
  };
  await expect.poll(specOf).toEqual([undefined, before]);
  const back = { spec: { secretBindingName: before, credentialsBindingName: null } };
  expect((await admin.send({ method: "PATCH", path: `${path}?dryRun=All`, body: back })).code).toBe(422);
});

test("a project's own profile is created, merged, changed and deleted", async ({ page, signIn, admin }) => {
  const refusals = listenForRefusals(page);
  const path = `${gardenGroup}/namespaces/garden-analytics/namespacedcloudprofiles/longer`;
  const version = "1.33.12";
  const [first, second] = [500, 400].map((days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10));
  const endOf = async (...part: readonly string[]) => {
    const versions = listAt(await read(admin, path), ...part, "kubernetes", "versions");
    return stringAt(
      versions.find((each) => stringAt(each, "version") === version),
      "expirationDate",
    )?.slice(0, 10);
  };
  await signIn("operator");
  await page.goto("/projects/analytics/cloud-profiles");
  await page.getByRole("link", { name: "New cloud profile" }).click();
  await page.getByLabel("Based on").selectOption("gcp");
  await page.getByRole("textbox", { name: "Name" }).fill("longer");
  await setOwnEnd(page, version, first ?? "");
  await createOwnProfile(page);
  expect(await endOf("spec")).toBe(first);
  // The controller of gardener-controller-manager merges it with its parent.
  await expect.poll(() => endOf("status", "cloudProfileSpec")).toBe(first);
  const row = page.getByRole("row", { name: /^longer/ });
  await expect(row).not.toContainText("has not merged");

  await row.getByRole("link", { name: "Edit longer" }).click();
  await lastDayOf(page, `Kubernetes ${version}`).fill(second ?? "");
  await saveOwnProfile(page, "longer");
  expect(await endOf("spec")).toBe(second);

  await page.goto("/projects/analytics/cloud-profiles");
  await deleteOwnProfile(page, "longer");
  await expect.poll(() => codeOf(admin, path)).toBe(404);
  expect(refusals).toEqual([]);
});
