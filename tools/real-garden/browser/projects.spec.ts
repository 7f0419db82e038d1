import { parse } from "yaml";
import { z } from "zod";
import { createGardenAccess } from "../garden-access.ts";
import { gardenGroup } from "../garden-objects.ts";
import { expect, test } from "./journey.ts";

const kubeconfigSchema = z.object({ users: z.tuple([z.object({ user: z.object({ token: z.string() }) })]) });

const projectSchema = z.looseObject({
  metadata: z.looseObject({ deletionTimestamp: z.optional(z.string()) }),
  spec: z.looseObject({ members: z.array(z.looseObject({ name: z.string(), role: z.string() })) }),
});

test("a project is created, gets a member, and a robot with a kubeconfig, and is deleted", async ({
  page,
  signIn,
  admin,
}) => {
  const refusals: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
  });
  const read = async () =>
    projectSchema.parse((await admin.send({ method: "GET", path: `${gardenGroup}/projects/fresh` })).body);

  await signIn("operator");
  await page.goto("/projects");
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("fresh");
  await page.getByRole("textbox", { name: "Title (optional)" }).fill("Fresh ideas");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page).toHaveURL(/\/projects\/fresh$/);
  await expect(page.getByRole("link", { name: "New cluster" })).toBeVisible();
  await expect(page.getByText("Gardener is setting up this project")).toBeHidden();

  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("button", { name: "Add member" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("sam.whitlock@harborline.example");
  await page.getByRole("dialog").getByRole("button", { name: "Add member" }).click();
  await expect(page.getByRole("row", { name: /sam\.whitlock/ })).toContainText("Viewer");
  expect((await read()).spec.members).toContainEqual(
    expect.objectContaining({ name: "sam.whitlock@harborline.example", role: "viewer" }),
  );

  await page.goto("/projects/fresh/service-accounts");
  await page.getByRole("button", { name: "New service account" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("pipeline");
  await page.getByRole("dialog").getByRole("button", { name: "Create service account" }).click();
  await page.getByRole("button", { name: /^Kubeconfig….*pipeline/ }).click();
  await page.getByRole("button", { name: "Create kubeconfig" }).click();
  await expect(page.getByText(/^Expires/)).toBeVisible();
  await page.getByRole("button", { name: "Show kubeconfig" }).click();
  const written = await page.getByRole("region", { name: "kubeconfig" }).locator("pre").textContent();
  const [{ user }] = kubeconfigSchema.parse(parse(written ?? "")).users;
  const robot = createGardenAccess(admin, user.token);
  const path = `${gardenGroup}/namespaces/garden-fresh/shoots`;
  await expect.poll(async () => (await robot.send({ method: "GET", path })).code).toBe(200);
  robot.close();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

  await page.goto("/projects/fresh");
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("textbox", { name: /Type fresh to confirm/ }).fill("fresh");
  await page.getByRole("button", { name: "Delete project" }).click();
  // Nothing here empties namespaces, so that the project stays in deletion.
  await expect(page.getByText("This project is being deleted").first()).toBeVisible();
  expect((await read()).metadata.deletionTimestamp).toBeDefined();
  expect(refusals).toEqual([]);
});
