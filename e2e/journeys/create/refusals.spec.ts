import type { Page } from "@playwright/test";
import { expect, test } from "../../journey.ts";
import { replaceEditorLine } from "../../manifest-editor.ts";

const accepted = (page: Page) => page.getByText("The garden accepts this cluster (dry run)");
const createButton = (page: Page) => page.getByRole("button", { name: /^Create / });
const name = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

/** Opens the form, and counts the requests to create a cluster. */
async function openForm(page: Page, project: string): Promise<() => number> {
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === "/api/new-cluster") posts += 1;
  });
  await page.goto(`/clusters/new?project=${project}`);
  await expect(name(page)).toBeVisible();
  return () => posts;
}

test("a viewer is told that creating clusters is for others", async ({ page, signIn }) => {
  await signIn("viewer");
  const posts = await openForm(page, "shop");
  await name(page).fill("fresh");
  await expect(createButton(page)).toHaveAttribute("aria-disabled", "true");
  await expect(createButton(page)).toHaveAccessibleDescription("You are not allowed to create clusters in shop.");
  expect(posts()).toBe(0);
});

test("a Seed whose taint the cluster does not tolerate is refused beside its field", async ({ page, signIn }) => {
  await signIn("operator");
  const posts = await openForm(page, "shop");
  await name(page).fill("fresh");
  const setting = page.locator("details", { has: page.getByText("Seed", { exact: true }) }).last();
  await setting.locator("summary").click();
  await setting.getByRole("combobox", { name: "Name of the Seed" }).fill("os-south1");
  await expect(setting).toContainText(/taints are not tolerated/);
  await expect(createButton(page)).toHaveAttribute("aria-disabled", "true");
  expect(posts()).toBe(0);
});

test("a machine type that the profile does not offer is refused beside its field, also when it was written as YAML", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  const posts = await openForm(page, "payments");
  await name(page).fill("fresh");
  await expect(accepted(page)).toBeVisible();
  await page.getByRole("button", { name: "YAML" }).click();
  const editor = page.getByRole("textbox", { name: "New cluster as YAML" });
  // The editor renders the lines in sight only.
  await page.locator(".cm-scroller").evaluate((scroller) => scroller.scrollTo(0, 400));
  await replaceEditorLine(page, editor, /type: m\d/, "type: huge.machine");
  const machineType = page.getByRole("combobox", { name: "Machine type" });
  await expect(machineType).toHaveAccessibleDescription(/huge\.machine/);
  await page.getByRole("button", { name: "What will happen" }).click();
  await expect(createButton(page)).toHaveAttribute("aria-disabled", "true");
  expect(posts()).toBe(0);
});

test("the cluster that would exceed the project's quota is refused before anything is sent", async ({
  page,
  signIn,
}) => {
  await signIn("operator");
  const posts = await openForm(page, "ml");
  await name(page).fill("last");
  await expect(accepted(page)).toBeVisible();
  await createButton(page).click();
  await expect(page).toHaveURL(/\/clusters\/ml\/last$/);
  await page.goto("/clusters/new?project=ml");
  await name(page).fill("more");
  await expect(page.getByText(/exceeded quota/).first()).toBeVisible();
  await expect(createButton(page)).toHaveAttribute("aria-disabled", "true");
  expect(posts()).toBe(1);
});

test("a cluster is cloned from the list with three clicks and a name", async ({ page, signIn }) => {
  await signIn("operator");
  await page.goto("/clusters?project=payments&q=ledger-us");
  await page.getByRole("button", { name: /^Actions.*ledger-us/ }).click();
  await page.getByRole("menuitem", { name: "Clone…" }).click();
  await name(page).fill("ledger-copy");
  await expect(accepted(page)).toBeVisible();
  await createButton(page).click();
  await expect(page).toHaveURL(/\/clusters\/payments\/ledger-copy$/);
});
