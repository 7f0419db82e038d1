import { measureEffort } from "../../effort.ts";
import { expect, expectAccessible, test } from "../../journey.ts";

test("a project is created, waits until Gardener has set it up, and gets a colleague who then sees it", async ({
  page,
  passTimeUntil,
  signIn,
  colleague,
}) => {
  await signIn("operator");
  await page.goto("/projects");
  await expectAccessible(page);
  await page.getByRole("button", { name: "New project" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("new--shop");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await name.fill("fresh");
  await page.getByRole("textbox", { name: "Title (optional)" }).fill("Fresh ideas");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page).toHaveURL(/\/projects\/fresh$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fresh ideas");
  await passTimeUntil(page.getByRole("link", { name: "New cluster" }));
  await expect(page.getByText("Gardener is setting up this project")).toBeHidden();

  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("row", { name: /olga\.brandt/ })).toContainText("Owner");
  await expectAccessible(page);
  await measureEffort(page, 50, { what: "add a colleague to a project", clicks: 4, fields: 1 }, async () => {
    await page.getByRole("button", { name: "Add member" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("sam.whitlock@harborline.example");
    await page.getByRole("dialog").getByRole("button", { name: "Add member" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  });
  await expect(page.getByRole("row", { name: /sam\.whitlock/ })).toContainText("Viewer");

  const other = await colleague("stranger");
  await other.goto("/projects/fresh/members");
  await expect(other.getByRole("row", { name: /sam\.whitlock/ })).toContainText("(you)");
  await expect(other.getByRole("button", { name: "Add member" })).toHaveAttribute("aria-disabled", "true");
  await expect(other.getByRole("button", { name: /^Remove….*olga/ })).toHaveAttribute("aria-disabled", "true");
});

test("an admin is told before asking that people are managed by others, and can add a robot", async ({
  page,
  signIn,
  colleague,
}) => {
  await signIn("owner-commerce");
  await page.goto("/projects/shop/members");
  await page.getByRole("button", { name: "Add member" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("sam.whitlock@harborline.example");
  await page.getByRole("checkbox", { name: /^Admin/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add member" }).click();
  await expect(page.getByRole("row", { name: /sam\.whitlock/ })).toContainText("Admin");

  const admin = await colleague("stranger");
  await admin.goto("/projects/shop/members");
  await expect(admin.getByRole("button", { name: /^Remove….*tomas/ })).toHaveAttribute("aria-disabled", "true");
  await admin.getByRole("button", { name: "Add member" }).click();
  const name = admin.getByRole("textbox", { name: "Name" });
  await name.fill("eve@harborline.example");
  await expect(name).toHaveAccessibleDescription(/managed by the owner/);
  await admin.getByRole("combobox", { name: "Kind" }).selectOption("ServiceAccount");
  await admin.getByRole("textbox", { name: "Name of the account" }).fill("pipeline");
  await admin.getByRole("dialog").getByRole("button", { name: "Add member" }).click();
  await expect(admin.getByRole("row", { name: /pipeline/ })).toContainText("Service account");
});

test("two people edit members at once: the second is refused, and nobody is lost", async ({
  page,
  signIn,
  colleague,
}) => {
  await signIn("owner-commerce");
  const other = await colleague("operator");
  const add = async (on: typeof page, who: string) => {
    await on.getByRole("button", { name: "Add member" }).click();
    await on.getByRole("textbox", { name: "Name" }).fill(who);
  };
  const send = (on: typeof page) => on.getByRole("dialog").getByRole("button", { name: "Add member" }).click();
  await page.goto("/projects/shop/members");
  await other.goto("/projects/shop/members");
  await add(page, "late@harborline.example");
  await add(other, "early@harborline.example");
  await send(other);
  await expect(other.getByRole("row", { name: /early/ })).toBeVisible();
  await send(page);
  await expect(page.getByRole("alert")).toContainText("Somebody has changed the project");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("row", { name: /early/ })).toBeVisible();
  await add(page, "late@harborline.example");
  await send(page);
  await expect(page.getByRole("row", { name: /late/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /early/ })).toBeVisible();
});
