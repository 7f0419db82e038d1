import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { parse } from "yaml";
import { findExecutable } from "../find-executable.ts";
import { expect, expectAccessibleAtEveryWidth, test } from "../journey.ts";
import { findLeakedCredentials } from "../leaks.ts";
import { ownPageHeaders } from "../our-request.ts";
import { createTemporaryFolder, findFreePort, startAlmanac } from "../processes.ts";

const permissions = (page: Page) => page.getByRole("region", { name: "Permissions" });
const right = (page: Page, name: string) => permissions(page).getByRole("row", { name: new RegExp(name) });

test("viewer, owner and operator are told who they are to the garden, and why they may what they may", async ({
  page,
  signIn,
  colleague,
}) => {
  await test.step("a viewer by the member entry of the project", async () => {
    await signIn("viewer");
    await page.goto("/session");
    const person = page.getByRole("region", { name: "Who you are" });
    await expect(person.getByText("tomas.ortega@harborline.example")).toBeVisible();
    await expect(person.getByText("harborline:support")).toBeVisible();
    await expect(page.getByText("Token until")).toBeVisible();
    await permissions(page).getByRole("combobox", { name: "In the project" }).selectOption("shop");
    await expect(permissions(page).getByText("You are a member as")).toBeVisible();
    await expect(right(page, "^See the clusters(?! of)")).toContainText(
      "Project role Viewer, as user tomas.ortega@harborline.example",
    );
    const refused = right(page, "Delete clusters");
    await expect(refused).toContainText("no");
    await expect(refused, "for what is not allowed there is no reason").not.toContainText("role");
    await expectAccessibleAtEveryWidth(page);
  });

  await test.step("an owner by the roles in the project, and by a group of the garden", async () => {
    const owner = await colleague("owner-commerce");
    await owner.goto("/session");
    await permissions(owner).getByRole("combobox", { name: "In the project" }).selectOption("payments");
    await expect(right(owner, "Delete clusters")).toContainText(/Project role .*Admin.*, as user ravi\.menon@/);
    await expect(right(owner, "Create projects")).toContainText(
      "bound to group harborline:commerce by ClusterRoleBinding harborline:project-creation",
    );
  });

  await test.step("an operator by the role of the administrators, and by no project", async () => {
    const operator = await colleague("operator");
    await operator.goto("/session");
    await permissions(operator).getByRole("combobox", { name: "In the project" }).selectOption("shop");
    await expect(permissions(operator).getByText("You are no member of this project.")).toBeVisible();
    await expect(right(operator, "Delete clusters")).toContainText(
      "ClusterRole gardener.cloud:system:administrators, bound to group gardener.cloud:system:admins",
    );
    const gardener = operator.getByRole("region", { name: "Gardener in this garden" });
    await expect(gardener).toContainText("v1.171.0 on 1 Seed");
    await expect(gardener).toContainText("v1.148.2 on 2 Seeds");
    const gates = gardener.getByRole("list", { name: "Feature gates" }).getByRole("listitem");
    await expect(gates.filter({ hasText: "InPlaceNodeUpdates" })).toContainText("default of the garden's release");
    await operator.goto("/forecast");
    await operator.getByRole("button", { name: /^Data: / }).click();
    await operator.getByText(/rules in doubt/).click();
    await expect(operator.getByText(/rules of care: conditions/)).toBeVisible();
  });
});

/** The text of a file that a button downloads. */
async function downloadedText(page: Page, button: Locator): Promise<{ readonly name: string; readonly text: string }> {
  const started = page.waitForEvent("download");
  await button.click();
  const download = await started;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

const kubectl = findExecutable("KUBECTL_PATH", ["/usr/bin/kubectl", "/usr/local/bin/kubectl"]);

/** What kubectl reads of a kubeconfig, as JSON; undefined where there is no kubectl. */
async function readByKubectl(text: string): Promise<string | undefined> {
  if (kubectl === undefined) {
    test.info().annotations.push({ type: "skipped", description: "there is no kubectl to read the kubeconfig" });
    return undefined;
  }
  const { folder, remove } = await createTemporaryFolder();
  try {
    const file = path.join(folder, "kubeconfig");
    await writeFile(file, text);
    return JSON.stringify(
      parse(
        execFileSync(kubectl, ["config", "view", "--raw", "--kubeconfig", file], {
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        }),
      ),
    );
  } finally {
    await remove();
  }
}

/** What would give access: a kubeconfig that is for everybody has none of it. */
function expectNoSecret(text: string): void {
  expect(text).not.toMatch(/\b(token|client-key-data|client-certificate-data|password):|client-secret/);
  expect(findLeakedCredentials(text)).toEqual([]);
}

test("a viewer takes a gardenlogin kubeconfig along, which holds no secret, and the lines of gardenctl", async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const flags = "--garden harborline --project shop --shoot storefront-eu";
  await signIn("viewer");
  await page.goto("/clusters/shop/storefront-eu/credentials");

  await test.step("the kubeconfig names the cluster and the garden, and kubectl reads it", async () => {
    await page.getByRole("button", { name: "Retrieve: gardenlogin kubeconfig" }).click();
    const dialog = page.getByRole("dialog", { name: "gardenlogin kubeconfig of shop/storefront-eu" });
    await dialog.getByRole("combobox", { name: "Access level" }).selectOption("viewer");
    await dialog.getByRole("button", { name: "Make kubeconfig" }).click();
    const { name, text } = await downloadedText(page, dialog.getByRole("button", { name: "Download" }));
    expect(name).toBe("kubeconfig-gardenlogin-garden-shop-storefront-eu.yaml");
    expectNoSecret(text);
    const kubeconfig: unknown = parse(text);
    expect(JSON.stringify(kubeconfig)).toContain(
      '"extension":{"shootRef":{"namespace":"garden-shop","name":"storefront-eu"},"gardenClusterIdentity":"harborline"}',
    );
    const read = await readByKubectl(text);
    if (read !== undefined) expect(read).toContain('"--access-level=viewer"');
    await dialog.getByRole("button", { name: "Close" }).first().click();
  });

  await test.step("it is also in the panel of the list", async () => {
    await page.goto("/clusters?q=storefront-eu");
    await page.getByRole("button", { name: "Actions of storefront-eu", exact: true }).click();
    await page.getByRole("menuitem", { name: "Kubeconfig…" }).click();
    const panel = page.getByRole("dialog", { name: /kubeconfig of shop\/storefront-eu$/ });
    await panel.getByRole("combobox", { name: "Access", exact: true }).selectOption("gardenlogin-kubeconfig");
    await panel.getByRole("button", { name: "Make kubeconfig" }).click();
    await expect(panel.getByText("gardenClusterIdentity: harborline")).toBeVisible();
    await panel.getByRole("button", { name: "Close" }).first().click();
  });

  await test.step("each line of gardenctl names everything that it needs", async () => {
    await page.goto("/clusters/shop/storefront-eu/credentials");
    const card = page.getByRole("region", { name: "gardenctl" });
    await card.getByRole("button", { name: "Copy the command that targets the cluster" }).click();
    await expect.poll(clipboard).toBe(`gardenctl target ${flags}`);
    await card.getByRole("button", { name: /infrastructure's command line$/ }).click();
    await expect.poll(clipboard).toBe(`eval "$(gardenctl provider-env bash ${flags})"`);
    // Clusters for production accept no SSH in the demo.
    await page.goto("/clusters/shop/storefront-eu/nodes");
    await expect(page.getByRole("button", { name: /^Restart units on / }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Copy the gardenctl line/ })).toHaveCount(0);
    await page.goto("/clusters/shop/storefront-stage/nodes");
    await page
      .getByRole("button", { name: /^Copy the gardenctl line for a shell on / })
      .first()
      .click();
    await expect
      .poll(clipboard)
      .toMatch(
        /^gardenctl ssh shoot--shop--storefront-stage-\S+ --garden harborline --project shop --shoot storefront-stage$/,
      );
  });
});

test("the kubeconfig for the garden is offered where the operators have set it up, and else the reason stands there", async ({
  page,
  context,
  signIn,
}) => {
  const card = page.getByRole("region", { name: "kubectl for the garden" });
  await signIn("stranger");
  await page.goto("/session");
  await expect(card.getByText(/OIDC_ISSUER/)).toBeVisible();

  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const almanac = await startAlmanac(port, {
    ...{ PUBLIC_ORIGIN: origin, OIDC_ISSUER: "https://login.harborline.example", OIDC_CLIENT_ID: "almanac" },
    ...{ KUBECONFIG_OIDC_CLIENT_ID: "kubectl", GARDEN_EXTERNAL_URL: "https://api.harborline.example" },
  });
  const there = await context.newPage();
  const offered = there.getByRole("region", { name: "kubectl for the garden" });
  try {
    const answer = await there.request.post(`${origin}/api/session`, {
      data: { method: "demo", identity: "stranger" },
      headers: ownPageHeaders,
    });
    expect(answer.status()).toBe(200);
    await there.goto(`${origin}/session`);
    const { name, text } = await downloadedText(there, offered.getByRole("button", { name: "Download" }));
    expect(name).toBe("kubeconfig-garden-harborline.yaml");
    expectNoSecret(text);
    expect(text).toContain("server: https://api.harborline.example");
    expect(text).toContain("--oidc-client-id=kubectl");
    const read = await readByKubectl(text);
    if (read !== undefined) expect(read).toContain('"oidc-login"');
    await expect(
      offered.getByText(
        'gardenctl config set-garden harborline --kubeconfig "$HOME"/.kube/kubeconfig-garden-harborline.yaml',
      ),
    ).toBeVisible();
  } finally {
    await there.close();
    await almanac.stop();
  }
});

test("of two browsers of one person, one signs out everywhere, and the other is out at its next request", async ({
  page,
  signIn,
  colleague,
  expectedFaults,
}) => {
  expectedFaults.push("401");
  await signIn("owner-data");
  const other = await colleague("owner-data");
  const somebody = await colleague("owner-commerce");
  await page.goto("/session");

  await page.getByRole("button", { name: "Sign out everywhere…" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign out everywhere" });
  await expect(dialog.getByText(/Kubeconfigs, tokens of service accounts and calendar feeds/)).toBeVisible();
  expect((await other.request.get("/api/session")).status(), "nothing has ended before it is confirmed").toBe(200);
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(/\/login/);

  for (const ended of [page, other]) expect((await ended.request.get("/api/session")).status()).toBe(401);
  expect((await somebody.request.get("/api/session")).status(), "nobody else is concerned").toBe(200);
  await signIn("owner-data", other);
  expect((await other.request.get("/api/session")).status(), "signing in again works at once").toBe(200);
});

test("an open page in another browser says that its session has ended", async ({
  page,
  signIn,
  colleague,
  expectedFaults,
}) => {
  expectedFaults.push("401");
  await signIn("owner-data");
  const other = await colleague("owner-data");
  await other.goto("/clusters");
  await expect(other.getByRole("button", { name: "Data: Live" })).toBeVisible();
  const answer = await page.request.delete("/api/session/everywhere", { headers: ownPageHeaders });
  expect(answer.status()).toBe(204);
  await expect(other.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
});
