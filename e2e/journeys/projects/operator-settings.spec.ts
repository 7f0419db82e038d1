import { completeFrontendConfig } from "#lib/landscape-configuration/frontend-config.fixture.ts";
import type { GardenRequest } from "../../garden-request.ts";
import { expect, expectAccessible, test } from "../../journey.ts";

/** Writes the operator's document before Almanac first reads it. */
async function writeDocument(askGarden: GardenRequest, text: string): Promise<void> {
  const { status } = await askGarden("PATCH", "/api/v1/namespaces/garden/configmaps/gardener-dashboard-frontend", {
    data: { "frontend-config.yaml": text },
  });
  expect(status).toBe(200);
}

/** Lets every region of a CloudProfile offer an access restriction. */
async function offerRestriction(askGarden: GardenRequest, profile: string, name: string): Promise<void> {
  const path = `/apis/core.gardener.cloud/v1beta1/cloudprofiles/${profile}`;
  const { object } = await askGarden("GET", path);
  const spec: { readonly regions: readonly object[] } = JSON.parse(JSON.stringify(object.spec));
  const regions = spec.regions.map((region) => ({ ...region, accessRestrictions: [{ name }] }));
  expect((await askGarden("PATCH", path, { spec: { regions } })).status).toBe(200);
}

test("what the operator has written for Gardener's dashboard stands on the screens of Almanac", async ({
  askGarden,
  page,
  signIn,
}) => {
  await writeDocument(askGarden, completeFrontendConfig);
  await offerRestriction(askGarden, "aws", "eu-access-only");
  await signIn("operator");

  await test.step("the alert stands on every page until it is hidden", async () => {
    await page.goto("/settings");
    const alert = page.getByText("Maintenance of the landscape on Sunday");
    await expect(alert).toBeVisible();
    await expect(page.getByRole("link", { name: "status" })).toHaveAttribute("rel", "noopener noreferrer");
    await page.getByRole("button", { name: "Hide", exact: true }).click();
    await expect(alert).toBeHidden();
  });

  await test.step("the settings name the source and what has no effect", async () => {
    const card = page.locator("#operator");
    await expect(card).toContainText("from ConfigMap garden/gardener-dashboard-frontend");
    await expect(card).toContainText("branding.teaserTemplate");
    await expect(card).toContainText("themes");
    await expect(card).not.toContainText("left out");
    await expectAccessible(page);
    await page.reload();
    await expect(card).toBeVisible();
    await expect(page.getByText("Maintenance of the landscape on Sunday")).toBeHidden();
  });

  await test.step("the help has the operator's links", async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("heading", { name: "Help with Nucleus" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Support channel" })).toHaveAttribute(
      "href",
      "https://chat.example.com/support",
    );
    await page.keyboard.press("Escape");
  });

  await test.step("a cluster has its tools, a ticket and the service level", async () => {
    await page.goto("/clusters/payments/acquiring");
    const section = page.getByRole("region", { name: "From the operator" });
    await expect(section.getByRole("link", { name: "Logs of the cluster" })).toHaveAttribute(
      "href",
      "https://logs.example.com/garden-payments/acquiring",
    );
    const ticket = new URL((await section.getByRole("link", { name: "New ticket" }).getAttribute("href")) ?? "");
    expect(ticket.origin + ticket.pathname).toBe("https://github.example.com/nucleus/tickets/issues/new");
    expect(Object.fromEntries(ticket.searchParams)).toEqual({
      title: "[payments/acquiring] ",
      labels: "from-dashboard",
      body: "The cluster acquiring of payments",
    });
    await expect(section.getByRole("link", { name: "agreement" })).toHaveAttribute("href", "https://example.com/sla");
  });

  await test.step("a kubeconfig lasts as long as the operator lets it", async () => {
    await page.goto("/clusters/payments/acquiring/credentials");
    await page.getByRole("button", { name: "Retrieve: Admin kubeconfig" }).click();
    const options = page.getByRole("combobox", { name: "Ends after" }).getByRole("option");
    await expect(options).toHaveText(["10 minutes", "1 hour"]);
  });

  await test.step("a project has a cost object that the operator's pattern admits", async () => {
    await page.goto("/projects/payments");
    await expect(page.getByText("Service level", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Change…" }).click();
    await page.getByRole("combobox", { name: "Type of the cost object" }).selectOption("Cost center");
    const cost = page.getByRole("textbox", { name: "Cost center" });
    await cost.fill("12");
    await expect(cost).toHaveAccessibleDescription(/Must be nine or ten digits/);
    await cost.fill("123456789");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Cost center 123456789")).toBeVisible();
    await page.goto("/projects/payments/quotas");
    await expect(page.getByRole("link", { name: "the service desk" })).toBeVisible();
  });

  await test.step("a new cluster begins with the operator's defaults, which the garden accepts", async () => {
    const first = page.waitForRequest((request) => request.url().endsWith("/api/new-cluster/preview"));
    await page.goto("/clusters/new?project=payments");
    const { shoot } = (await first).postDataJSON();
    expect(shoot.spec).toMatchObject({
      purpose: "evaluation",
      networking: { nodes: "10.180.0.0/16" },
      controlPlane: { highAvailability: { failureTolerance: { type: "node" } } },
      maintenance: {
        autoUpdate: { kubernetesVersion: true, machineImageVersion: false },
        timeWindow: { begin: expect.stringMatching(/^030000/), end: expect.stringMatching(/^050000/) },
      },
      hibernation: { schedules: [{ start: "00 17 * * 1,2,3,4,5" }] },
    });
    expect(shoot.spec.provider.workers[0]).toMatchObject({ minimum: 2, maximum: 4, maxSurge: 2 });
    const purposes = page.getByRole("combobox", { name: "Purpose" }).getByRole("option");
    await expect(purposes).toHaveText(["evaluation", "production"]);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("fresh");
    await expect(page.getByText("The garden accepts this cluster (dry run)")).toBeVisible();
  });

  await test.step("access restrictions are in the operator's words, and an inverted option is false while ticked", async () => {
    const infrastructure = page.getByRole("combobox", { name: "Infrastructure" });
    await infrastructure.selectOption({ label: "aws (Amazon Cloud)" });
    await expect(page.getByText("Amazon Cloud", { exact: true }).getByRole("presentation")).toBeVisible();
    await page.getByText("Access restrictions", { exact: true }).click();
    await page.getByRole("checkbox", { name: "EU access", exact: true }).click();
    await expect(page.getByRole("link", { name: "terms" })).toBeVisible();
    await page.getByRole("checkbox", { name: "No personal data in names of resources" }).click();
    const sent = page.waitForRequest((request) => {
      if (!request.url().endsWith("/api/new-cluster/preview")) return false;
      return request.postData()?.includes("eu-access-for-cluster-nodes") === true;
    });
    await page.getByRole("checkbox", { name: "No personal data in volumes" }).click();
    expect((await sent).postDataJSON().shoot.spec.accessRestrictions).toEqual([
      {
        name: "eu-access-only",
        options: {
          "support.gardener.cloud/eu-access-for-cluster-addons": "true",
          "support.gardener.cloud/eu-access-for-cluster-nodes": "false",
        },
      },
    ]);
    await expectAccessible(page);
  });
});

test("a broken document is named with its line, and everything else goes on", async ({ askGarden, page, signIn }) => {
  await writeDocument(askGarden, "sla:\n  title: T\n alert: [\n");
  await signIn("operator");
  await page.goto("/settings");
  await expect(page.locator("#operator")).toContainText("The document is broken");
  await expect(page.locator("#operator")).toContainText("Line 3, column 1");
  await page.goto("/clusters");
  await expect(page.getByRole("link", { name: "acquiring" }).first()).toBeVisible();
});
