import type { Locator, Page } from "@playwright/test";
import { measureEffort } from "../../effort.ts";
import { expect, expectAccessible, expectAccessibleAtEveryWidth, test } from "../../journey.ts";

const accepted = (page: Page) => page.getByText("The garden accepts this cluster (dry run)");
const created = (page: Page) => page.getByRole("button", { name: /Last operation: Create, Succeeded/ }).first();
const createButton = (page: Page) => page.getByRole("button", { name: /^Create / });
const name = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

async function openForm(page: Page, project: string): Promise<void> {
  await page.goto(`/clusters/new?project=${project}`);
  await expect(name(page)).toBeVisible();
}

async function chooseInfrastructure(page: Page, profile: string): Promise<void> {
  const select = page.getByRole("combobox", { name: "Infrastructure" });
  const option = select.locator("option").filter({ hasText: new RegExp(`^${profile}\\b`) });
  await select.selectOption((await option.first().getAttribute("value")) ?? "");
}

test("a development cluster is created from the list in few clicks, and followed until it is healthy", async ({
  page,
  passTimeUntil,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters?project=payments");
  const task = { what: "create a development cluster", clicks: 6, fields: 2 };
  await measureEffort(page, 40, task, async () => {
    await page.getByRole("link", { name: "New cluster" }).click();
    await name(page).fill("fresh");
    await page.getByRole("combobox", { name: "Purpose" }).selectOption("development");
    await expect(accepted(page)).toBeVisible();
    await createButton(page).click();
  });
  await expect(page).toHaveURL(/\/clusters\/payments\/fresh$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("fresh");
  await passTimeUntil(created(page));
});

test("each version says how long it lasts, and the one that lasts longest is recommended with its reason", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await openForm(page, "shop");
  const versions = page.getByRole("group", { name: "Kubernetes version" });
  await expect(versions.getByText("Recommended")).toHaveCount(1);
  const rows = versions.getByRole("listitem");
  expect(await rows.count()).toBeGreaterThan(1);
  for (const row of await rows.all()) await expect(row).toContainText(/[A-Z].*\./);
  await expectAccessible(page);
});

/** Fields of an infrastructure for which nothing can be proposed, with a value each. */
const ownFields: Readonly<Record<string, readonly (readonly [label: string, value: string])[]>> = {
  metal: [
    ["Tenant", "shop"],
    ["metal-stack project", "0b7d6a4e-5f1c-4f0e-9d7a-1a2b3c4d5e6f"],
    ["Firewall networks", "internet"],
  ],
};

for (const provider of ["aws", "azure", "gcp", "openstack", "alicloud", "local", "metal", "hcloud"]) {
  const tag = provider === "metal" ? [] : "@all";
  test(`a cluster on ${provider} is accepted with what the form proposes, and created`, { tag }, async ({
    page,
    passTimeUntil,
    signIn,
  }) => {
    await signIn("operator");
    await openForm(page, "shop");
    await chooseInfrastructure(page, provider);
    await name(page).fill("fresh");
    for (const [label, value] of ownFields[provider] ?? []) {
      await page.getByRole("textbox", { name: label }).fill(value);
    }
    await expect(accepted(page)).toBeVisible();
    await createButton(page).click();
    await expect(page).toHaveURL(/\/clusters\/shop\/fresh$/);
    await passTimeUntil(created(page));
  });
}

test("what the garden would refuse is said beside its field, and nothing is sent", async ({ page, signIn }) => {
  await signIn("operator");
  await openForm(page, "payments");
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === "/api/new-cluster")
      posts.push(request.url());
  });
  await name(page).fill("Fresh--one");
  await expect(name(page)).toHaveAccessibleDescription(/./);
  await expect(name(page)).toHaveAttribute("aria-invalid", "true");
  await expect(createButton(page)).toHaveAttribute("aria-disabled", "true");
  await name(page).fill("acquiring");
  await expect(name(page)).toHaveAttribute("aria-invalid", "true");
  await name(page).fill("fresh");
  await expect(accepted(page)).toBeVisible();

  await test.step("ranges that overlap", async () => {
    await page.getByText("Networking", { exact: true }).click();
    const pods = page.getByRole("textbox", { name: "Range of Pods" });
    await pods.fill("10.250.0.0/17");
    await expect(page.getByRole("list", { name: "Errors" })).toContainText("networking");
    await pods.fill("100.96.0.0/11");
    await expect(accepted(page)).toBeVisible();
  });
  await test.step("a pool's name that is too long", async () => {
    await page.getByRole("button", { name: "YAML" }).click();
    await expect(page.getByRole("textbox", { name: "New cluster as YAML" })).toContainText("worker-1");
    await page.getByRole("button", { name: "What will happen" }).click();
    const pool = page.getByRole("textbox", { name: "Pool name" });
    await pool.fill("-pool");
    await expect(pool).toHaveAttribute("aria-invalid", "true");
  });
  expect(posts).toEqual([]);
});

test("a draft is there again after its tab was closed, with what the form does not know", async ({ page, signIn }) => {
  await signIn("operator");
  await openForm(page, "payments");
  await name(page).fill("half-done");
  await page.getByRole("button", { name: "YAML" }).click();
  await expect(page.getByRole("textbox", { name: "New cluster as YAML" })).toContainText("half-done");
  const other = await page.context().newPage();
  await page.close();
  await other.goto("/clusters/new?project=payments");
  await expect(other.getByText("Your draft is here again")).toBeVisible();
  await expect(name(other)).toHaveValue("half-done");
  await other.getByRole("button", { name: "Start over" }).click();
  await expect(name(other)).toHaveValue("");
});

test("a cluster is cloned from its menu, and the clone says what it leaves out", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters/new?from=payments/acquiring");
  await expect(page.getByText(/fields? (was|were) left out/)).toBeVisible();
  await expect(name(page)).toHaveValue("");
  await name(page).fill("copy");
  await expect(page.getByText("Checking…")).toBeHidden();
  await page.reload();
  await expect(name(page)).toHaveValue("copy");
  await expect(accepted(page).or(page.getByRole("list", { name: "Errors" }))).toBeVisible();
});

test("a cluster without nodes is created without account and pools", async ({ page, signIn }) => {
  await signIn("operator");
  await openForm(page, "platform");
  await name(page).fill("bare");
  await page.getByRole("checkbox", { name: "Without nodes: only a Kubernetes API server" }).click();
  await expect(page.getByText("None. The cluster has no nodes, and can never get any.")).toBeVisible();
  await expect(accepted(page)).toBeVisible();
  await createButton(page).click();
  await expect(page).toHaveURL(/\/clusters\/platform\/bare$/);
});

test("three clusters are created at once, one after the other", async ({ page, signIn }) => {
  await signIn("operator");
  await openForm(page, "payments");
  await name(page).fill("one");
  await expect(accepted(page)).toBeVisible();
  await page.getByText("Create several like this…").click();
  const others = page.getByRole("textbox", { name: "Names of the others" });
  await others.fill("two, acquiring");
  await expect(others).toHaveAttribute("aria-invalid", "true");
  await others.fill("two, three");
  await page.getByRole("button", { name: "Create 3 clusters" }).click();
  const created = page.getByRole("list", { name: "Clusters that are created" });
  for (const each of ["one", "two", "three"]) {
    await expect(created.getByRole("listitem").filter({ hasText: each })).toContainText("accepted by the garden");
  }
  await created.getByRole("link", { name: "three" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("three");
});

/** Unfolds a setting of the form by its title; returns it with everything in it. */
async function unfold(page: Page, title: string): Promise<Locator> {
  // The innermost one: the details of a pool contain settings, too.
  const setting = page.locator("details", { has: page.getByText(title, { exact: true }) }).last();
  await setting.locator("summary").click();
  return setting;
}

async function addKeyValue(setting: Locator, add: string, [key, value]: readonly [string, string]): Promise<void> {
  await setting.getByRole("button", { name: add }).click();
  await setting.getByRole("textbox", { name: "Key" }).fill(key);
  await setting.getByRole("textbox", { name: "Value" }).fill(value);
}

test("what a pool and a cluster get by form stands in the YAML of the cluster that is created", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  await openForm(page, "payments");
  await name(page).fill("fresh");
  await page.getByText(/^More of this pool/).click();
  await addKeyValue(await unfold(page, "Labels"), "Add a label", ["workload", "batch"]);
  await addKeyValue(await unfold(page, "Taints"), "Add a taint", ["batch", "only"]);
  const volumes = await unfold(page, "Data volumes");
  await volumes.getByRole("button", { name: "Add a data volume" }).click();
  await volumes.getByRole("textbox", { name: "Name" }).fill("scratch");
  await addKeyValue(await unfold(page, "Labels of the cluster"), "Add a label", ["example.org/team", "blue"]);
  await expect(page.getByText("More of this pool: 1 label, 1 taint, 1 data volume")).toBeVisible();

  await test.step("an audit policy that the project does not have is refused beside its field", async () => {
    const configMap = (await unfold(page, "Audit policy")).getByRole("combobox", { name: "ConfigMap" });
    await configMap.fill("none");
    await expect(configMap).toHaveAccessibleDescription("The cluster's project has no ConfigMap none.");
    await expect(createButton(page)).toHaveAttribute("aria-disabled", "true");
    await configMap.fill("");
  });

  await test.step("everything unfolded is accessible, and fits the screen", async () => {
    await page.evaluate(() => {
      for (const each of document.querySelectorAll("details")) each.open = true;
    });
    await expectAccessibleAtEveryWidth(page);
  });

  await expect(accepted(page)).toBeVisible();
  await page.getByRole("button", { name: "Create fresh" }).click();
  await expect(page).toHaveURL(/\/clusters\/payments\/fresh$/);
  const shoot = await page.request.get("/api/clusters/payments/fresh");
  const { metadata, spec } = (await shoot.json()).shoot;
  expect(metadata.labels).toMatchObject({ "example.org/team": "blue" });
  expect(spec.provider.workers[0]).toMatchObject({
    labels: { workload: "batch" },
    taints: [{ key: "batch", value: "only", effect: "NoSchedule" }],
    dataVolumes: [{ name: "scratch", size: "50Gi" }],
  });
  await page.goto("/clusters/payments/fresh/yaml");
  await expect(page.getByText("example.org/team").first()).toBeVisible();
});
