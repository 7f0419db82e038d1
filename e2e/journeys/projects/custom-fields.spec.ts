import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../../journey.ts";
import { takeAlong } from "../../take-along.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const card = (page: Page) => page.getByRole("region", { name: "Custom fields" });
const grid = (page: Page) => page.getByRole("grid", { name: "Clusters" });
const shown = (page: Page) => page.getByRole("main").getByRole("status").first();

async function fillField(page: Page, name: string, path: string): Promise<void> {
  await card(page).getByRole("button", { name: "Add field…" }).click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill(name);
  await dialog(page).getByRole("textbox", { name: "Path in the Shoot" }).fill(path);
}

const addField = (page: Page) => dialog(page).getByRole("button", { name: "Add field" }).click();

test("a field of a project becomes a column, a filter, a group and a column of the file", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn("owner-commerce");
  await page.goto("/projects/shop");
  await expect(card(page).getByRole("row", { name: /^On call/ })).toContainText("shop-oncall");
  await expectAccessible(page);
  await fillField(page, "Cost centre", "metadata.labels.harborline..example");
  await expect(dialog(page).getByText("Write names with dots or brackets").first()).toBeVisible();
  await dialog(page)
    .getByRole("textbox", { name: "Path in the Shoot" })
    .fill('metadata.labels["harborline.example/cost-centre"]');
  await expect(dialog(page).getByText(/: 4200-commerce$/)).toBeVisible();
  await expectAccessible(page);
  await addField(page);
  await expect(card(page).getByRole("row", { name: /^Cost centre/ })).toContainText("4200-commerce");

  await test.step("the list of the project has the column by default, a list of several projects when chosen", async () => {
    await page.goto("/clusters?project=shop");
    await expect(grid(page).getByRole("columnheader", { name: "On call" })).toBeVisible();
    await expect(grid(page).getByRole("columnheader", { name: "Cost centre" })).toBeAttached();
    await page.goto("/clusters");
    await expect(grid(page).getByRole("row").nth(1)).toBeVisible();
    await expect(grid(page).getByRole("columnheader", { name: "On call" })).toHaveCount(0);
    await page.getByRole("main").getByRole("button", { name: "View", exact: true }).click();
    await dialog(page).getByRole("checkbox", { name: "On call" }).click();
    await dialog(page).getByRole("checkbox", { name: "Cost centre" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: /Search/ }).fill('field:"On call:payments-oncall" ');
    await expect(shown(page)).toHaveText(/^Showing [1-9]/);
    const { text } = await takeAlong(page, "Table (CSV)");
    const [head = "", ...lines] = text
      .trim()
      .split(/\r?\n/)
      .filter((line) => !line.startsWith("#"));
    expect(head).toContain("On call");
    expect(head).toContain("Cost centre");
    for (const line of lines) expect(line).toContain("payments-oncall");
  });

  await test.step("the list is grouped by the field, of two projects that define it alike", async () => {
    await page.goto("/clusters");
    await page.getByRole("main").getByRole("button", { name: "View", exact: true }).click();
    await dialog(page).getByRole("combobox", { name: "Group by" }).selectOption({ label: "On call" });
    const heads = page.getByRole("treegrid", { name: "Clusters" }).locator("[role=row][aria-level='1']");
    await expect(heads.filter({ hasText: "On call: payments-oncall" })).toBeVisible();
    await dialog(page).getByRole("button", { name: "Close all groups" }).click();
    await expect(heads.filter({ hasText: "On call: shop-oncall" })).toBeVisible();
    await expect(heads).toHaveCount(2);
  });

  await test.step("the page of a cluster shows the fields with what they mean", async () => {
    await page.goto("/clusters/payments/ledger-eu");
    const facts = page.getByRole("region", { name: "Custom fields" });
    await expect(facts).toContainText("payments-oncall");
    await expect(facts).toContainText("Who is called at night");
  });
});

test("two people change fields at once: the second is told what the first did, and nothing is lost", async ({
  askGarden,
  page,
  signIn,
  colleague,
  expectedFaults,
}) => {
  expectedFaults.push("409 (Conflict)");
  await signIn("owner-commerce");
  const other = await colleague("operator");
  await page.goto("/projects/shop");
  await other.goto("/projects/shop");
  await fillField(page, "Region", "spec.region");
  await fillField(other, "Network", "spec.networking.type");
  await addField(other);
  await expect(card(other).getByRole("row", { name: /^Network/ })).toBeVisible();
  await addField(page);
  await expect(dialog(page).getByRole("alert")).toContainText("Added: Network.");
  await addField(page);
  await expect(dialog(page)).toBeHidden();
  await expect(card(page).getByRole("row")).toHaveText([/^Field/, /^Network/, /^Region/, /^On call/]);

  await test.step("properties that Almanac does not know survive a change of the order and of the field", async () => {
    const path = "/apis/core.gardener.cloud/v1beta1/projects/shop";
    const annotation = "dashboard.gardener.cloud/shootCustomFields";
    const written = {
      a: { name: "First", path: "spec.region", later: { of: 1 } },
      b: { name: "Second", path: "spec.purpose" },
    };
    await askGarden("PATCH", path, { metadata: { annotations: { [annotation]: JSON.stringify(written) } } });
    await page.reload();
    await card(page).getByRole("button", { name: "Move First down" }).click();
    await expect(card(page).getByRole("row").nth(1)).toContainText("Second");
    await card(page).getByRole("button", { name: "Change… First" }).click();
    await dialog(page).getByRole("checkbox", { name: "On the page of a cluster" }).click();
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(dialog(page)).toBeHidden();
    const { object } = await askGarden("GET", path);
    const { metadata }: { metadata: { annotations: Readonly<Record<string, string>> } } = JSON.parse(
      JSON.stringify(object),
    );
    expect(JSON.parse(metadata.annotations[annotation] ?? "")).toEqual({
      b: written.b,
      a: { ...written.a, showDetails: false },
    });
  });
});
