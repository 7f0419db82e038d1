import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { stringAt } from "#lib/kube/field.ts";

import { findExecutable } from "../../find-executable.ts";
import { expect, expectAccessible, test, testPageAccessibility } from "../../journey.ts";
import { createTemporaryFolder } from "../../processes.ts";

const cluster = { project: "payments", name: "acquiring" };
const shootPath = `/apis/core.gardener.cloud/v1beta1/namespaces/garden-${cluster.project}/shoots/${cluster.name}`;
const updates = `/clusters/${cluster.project}/${cluster.name}/updates`;
const kubectl = findExecutable("KUBECTL_PATH", ["/usr/bin/kubectl", "/usr/local/bin/kubectl"]);

const card = (page: Page) => page.getByRole("region", { name: /^Ready for Kubernetes / });

/** Runs what stands in the card, as somebody with a kubeconfig of the cluster does. */
async function runInCluster(kubeconfig: string, command: string): Promise<void> {
  if (kubectl === undefined) throw new Error("there is no kubectl");
  const { folder, remove } = await createTemporaryFolder();
  try {
    const file = path.join(folder, "kubeconfig");
    await writeFile(file, kubeconfig);
    execFileSync("/bin/sh", ["-ec", command], {
      env: { ...process.env, PATH: path.dirname(kubectl), KUBECONFIG: file, HOME: folder },
    });
  } finally {
    await remove();
  }
}

test("a cluster that is not ready inside becomes ready by the commands that a look inside shows", async ({
  page,
  signIn,
  askGarden,
}) => {
  test.skip(kubectl === undefined, "there is no kubectl to run the commands");
  const workload = { metadata: { annotations: { "almanac.garden/workload": "budget-never" } } };
  expect((await askGarden("PATCH", shootPath, workload)).status).toBe(200);
  await signIn("operator");
  await page.goto(updates);
  const inside = card(page).getByRole("region", { name: "Inside the cluster" });
  await expect(card(page).getByText("Ready, as far as known", { exact: true })).toBeVisible();
  // Before anything is scrolled: a bar that stays at the top covers what is below it.
  await expectAccessible(page);

  await inside.getByRole("button", { name: "Look inside the cluster" }).click();
  await expect(inside.getByText(/^Looked inside on .*, with a viewer kubeconfig\.$/)).toBeVisible();
  await expect(card(page).getByText("Not ready", { exact: true })).toBeVisible();
  const blocking = card(page)
    .getByRole("listitem")
    .filter({ hasText: /^Blocks/ });
  await expect(blocking).toHaveText([/because maxUnavailable is 0/, /because minAvailable asks for all/]);
  for (const finding of await blocking.all()) await finding.getByText("What to do").click();
  await expect(blocking.first().getByRole("code")).toHaveText(/^kubectl patch poddisruptionbudget /);
  const commands = await blocking.getByRole("code").allTextContents();

  const request = { apiVersion: "authentication.gardener.cloud/v1alpha1", kind: "AdminKubeconfigRequest", spec: {} };
  const { object } = await askGarden("POST", `${shootPath}/adminkubeconfig`, request);
  const kubeconfig = Buffer.from(stringAt(object, "status", "kubeconfig") ?? "", "base64").toString();
  await runInCluster(kubeconfig, commands.join("\n"));

  await inside.getByRole("button", { name: "Look again" }).click();
  await expect(card(page).getByText("Ready, as far as known", { exact: true })).toBeVisible();
  await card(page).getByText("Not looked at before").click();
  await expect(card(page).getByText(/^Not looked at: requested APIs/)).toBeVisible();

  await inside.getByRole("checkbox", { name: "As administrator, to read requested APIs too" }).click();
  await inside.getByRole("button", { name: "Look again" }).click();
  await expect(inside.getByText(/^Looked inside on .*, with an admin kubeconfig\.$/)).toBeVisible();
  await expect(card(page).getByText("Ready", { exact: true })).toBeVisible();
});

test("whoever gets no admin kubeconfig is told so, with a text for the owner, and keeps what a viewer has read", async ({
  page,
  signIn,
}) => {
  await signIn("viewer");
  await page.goto("/clusters/shop/storefront-apac/updates");
  const inside = card(page).getByRole("region", { name: "Inside the cluster" });
  await inside.getByRole("button", { name: "Look inside the cluster" }).press("Enter");
  await expect(inside.getByText(/with a viewer kubeconfig\.$/)).toBeVisible();
  await inside.getByRole("checkbox", { name: "As administrator, to read requested APIs too" }).press("Space");
  await inside.getByRole("button", { name: "Look again" }).press("Enter");
  await expect(inside.getByText("You are not allowed to look into this cluster")).toBeVisible();
  await expect(inside.getByRole("button", { name: "Copy a text for the owner" })).toBeVisible();
  await expect(inside.getByText(/with a viewer kubeconfig\.$/)).toBeVisible();
});

/** Looks into a cluster with obstacles inside. */
async function lookIntoObstacles(page: Page): Promise<void> {
  await page.goto("/clusters/payments/ledger-us/updates");
  await card(page).getByRole("button", { name: "Look inside the cluster" }).click();
  await expect(
    card(page).getByText(/^Budgets that never allow an eviction, because maxUnavailable is 0/),
  ).toBeVisible();
}

testPageAccessibility("what a look inside has found has no violation", async (page) => {
  await lookIntoObstacles(page);
  for (const finding of await card(page).getByText("What to do", { exact: true }).all()) await finding.click();
  // The header of the cluster stays while the page scrolls: to axe, a button that is half under it is too small.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("*")) element.scrollTop = 0;
  });
});

testPageAccessibility("the preview of an update warns of what was found inside, without a violation", async (page) => {
  await lookIntoObstacles(page);
  await page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^Update/ }).click();
  await page.getByRole("button", { name: "Update to 1.33.13…" }).click();
  const checks = page.getByRole("dialog", { name: "Update payments/ledger-us to 1.33.13?" });
  await expect(checks.getByText(/Budgets that never allow an eviction, because maxUnavailable is 0/)).toBeVisible();
  await expect(checks.getByText(/Webhooks that refuse requests, because nothing answers for them/)).toBeVisible();
});
