import type { Page } from "@playwright/test";
import { measureEffort } from "../../effort.ts";
import { expect, expectAccessible, halfFlowSeconds, test } from "../../journey.ts";
import { ownPageHeaders, requestClusterAction } from "../../our-request.ts";

const source = "/clusters/payments/acquiring";
const accepted = (page: Page) => page.getByText("The garden accepts this cluster (dry run)");
const moreActions = (page: Page) => page.getByRole("button", { name: "More actions" });
const drift = (page: Page) => page.getByRole("region", { name: "Compare with a template" });

/** Saves a cluster as a template of its project from its menu. */
async function saveAsTemplate(page: Page, name: string): Promise<void> {
  await moreActions(page).click();
  await page.getByRole("menuitem", { name: "Save as template…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as template" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await expect(dialog.getByRole("combobox", { name: "Who sees it" })).toHaveValue("payments");
  await dialog.getByRole("button", { name: "Save template" }).click();
  await expect(dialog).toBeHidden();
}

async function compareWithTemplate(page: Page, cluster: string, name: string): Promise<void> {
  await page.goto(`/clusters/payments/${cluster}`);
  await moreActions(page).click();
  await page.getByRole("menuitem", { name: "Compare with template…" }).click();
  await drift(page)
    .getByRole("combobox", { name: "Template" })
    .selectOption({ label: `${name} (payments)` });
}

test("a cluster becomes a template, two clusters come from it, and the one that is changed drifts from it", async ({
  page,
  passTimeUntil,
  signIn,
}) => {
  await signIn("operator");
  await page.goto(source);
  await expect(moreActions(page)).toBeVisible();
  await measureEffort(page, 41, { what: "save a cluster as a template", clicks: 3, fields: 1 }, () =>
    saveAsTemplate(page, "Usual"),
  );

  await test.step("two clusters from it, one after the other", async () => {
    await page.goto("/clusters/new?project=payments");
    await page.getByRole("combobox", { name: "Begin with" }).selectOption({ label: "Usual (payments)" });
    await expect(page.getByText("of the template Usual is kept")).toBeVisible();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("one");
    await expect(accepted(page)).toBeVisible();
    await page.getByText("Create several like this…").click();
    await page.getByRole("textbox", { name: "Names of the others" }).fill("two");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create 2 clusters" }).click();
    const created = page.getByRole("list", { name: "Clusters that are created" });
    for (const each of ["one", "two"]) {
      await expect(created.getByRole("listitem").filter({ hasText: each })).toContainText("accepted by the garden");
    }
    await passTimeUntil(created.getByText("Create succeeded").nth(1));
  });

  await test.step("no drift of either", async () => {
    for (const each of ["one", "two"]) {
      await compareWithTemplate(page, each, "Usual");
      await expect(drift(page).getByText(`${each} has everything that the template Usual names.`)).toBeVisible();
    }
    await expectAccessible(page);
  });

  await test.step("the drift of the one that is changed, and of that one alone", async () => {
    const patch = { spec: { maintenance: { timeWindow: { begin: "040000+0000", end: "050000+0000" } } } };
    await requestClusterAction(page, "payments/one", { kind: "change", about: "manifest", patch });
    await compareWithTemplate(page, "one", "Usual");
    await expect(drift(page).getByText("one differs from the template Usual in 2 fields.")).toBeVisible();
    await expect(drift(page).getByRole("row").filter({ hasText: "spec.maintenance.timeWindow.begin" })).toContainText(
      "040000+0000",
    );
    await expectAccessible(page);
    await page.reload();
    await expect(drift(page).getByText("one differs from the template Usual in 2 fields.")).toBeVisible();
  });
});

test("a new cluster offers what comes next on its first day, until that is hidden", async ({
  page,
  passTime,
  passTimeUntil,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/new?project=payments");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("fresh");
  await expect(accepted(page)).toBeVisible();
  await page.getByRole("button", { name: "Create fresh" }).click();
  const next = page.getByRole("region", { name: "Next steps" });
  await expect(page).toHaveURL(/\/clusters\/payments\/fresh$/);
  await passTime(halfFlowSeconds);
  await expect(page.getByText("Being created").first()).toBeVisible();
  await expect(next).toBeHidden();
  await passTimeUntil(next);
  await expect(page.getByText("Being created")).toHaveCount(0);
  await expect(next.getByRole("button", { name: "Get a kubeconfig…" })).toBeVisible();
  await expect(next.getByRole("link", { name: "Put its dates into your calendar…" })).toBeVisible();
  await expectAccessible(page);
  await next.getByRole("button", { name: "Tell me when…" }).click();
  await expect(page.getByRole("dialog")).toContainText("payments/fresh");
  await page.keyboard.press("Escape");
  await next.getByRole("button", { name: "Hide next steps" }).click();
  await expect(next).toBeHidden();
  await page.goto(source);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("acquiring");
  await expect(next).toBeHidden();
});

test("a template of a project is used by its members with the keyboard, and deleted", async ({ page, signIn }) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/new?project=payments");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Save as template…" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Save as template" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Small");
  await page.keyboard.press("Tab");
  await page.keyboard.type("For tries");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Save as template…" })).toBeFocused();

  const begin = page.getByRole("combobox", { name: "Begin with" });
  await begin.selectOption({ label: "Small (payments)" });
  await expect(page.getByText("Everything of the template Small is kept")).toBeVisible();
  await expect(page.getByText("For tries")).toBeVisible();
  await page.getByRole("button", { name: "Delete the template Small" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete template" }).click();
  await expect(begin).toHaveValue("");
  await expect(begin.locator("option")).toHaveText(["Empty"]);
});

test("what a template names and the garden does not offer any more is said before anything is created", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  const text = [
    ...["apiVersion: core.gardener.cloud/v1beta1", "kind: Shoot", "spec:"],
    ...["  cloudProfile: {kind: CloudProfile, name: aws}", "  kubernetes: {version: 1.20.0}"],
    ...[
      "  provider:",
      "    type: aws",
      "    workers:",
      "      - {name: a, machine: {type: m1.huge}, minimum: 1, maximum: 2}",
    ],
  ].join("\n");
  const saved = await page.request.post("/api/cluster-templates", {
    data: { kind: "save", name: "Old", text },
    headers: ownPageHeaders,
  });
  expect(saved.status(), await saved.text()).toBe(200);
  const { template } = await saved.json();
  await page.goto(`/clusters/new?project=payments&template=${encodeURIComponent(`/${template.id}`)}`);
  const lost = page.getByRole("list", { name: "What is not kept" });
  await expect(lost.getByRole("listitem")).toHaveText([
    /^Kubernetes 1\.20\.0 is no longer offered: 1\.\d+\.\d+ takes its place\.$/,
    "The machine type m1.huge of the pool a is not offered. Choose another one.",
  ]);
});
