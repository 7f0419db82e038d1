import { get } from "node:https";
import { parse } from "yaml";
import * as z from "zod/mini";
import { measureEffort } from "../../effort.ts";
import { expect, expectAccessible, test } from "../../journey.ts";

const kubeconfigSchema = z.object({
  clusters: z.array(
    z.object({ cluster: z.object({ server: z.string(), "certificate-authority-data": z.optional(z.string()) }) }),
  ),
  contexts: z.array(z.object({ context: z.object({ cluster: z.string(), user: z.string(), namespace: z.string() }) })),
  users: z.array(z.object({ user: z.object({ token: z.string() }) })),
});

interface KubeconfigAccess {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
}

/** HTTP status of a list of Shoots, requested as `kubectl` does with the kubeconfig. */
function listShootsStatus({ server, ca, token }: KubeconfigAccess): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const path = "/apis/core.gardener.cloud/v1beta1/namespaces/garden-shop/shoots";
  get(`${server}${path}`, { ca, headers: { authorization: `Bearer ${token}` } }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).on("error", reject);
  return promise;
}

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
  expectedFaults,
}) => {
  expectedFaults.push("409 (Conflict)");
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

test("a pipeline gets a service account, and a kubeconfig that works until the account is reset", async ({
  page,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/projects/shop/service-accounts");
  await expectAccessible(page);
  await measureEffort(page, 51, { what: "kubeconfig of a robot", clicks: 4, fields: 1 }, async () => {
    await page.getByRole("button", { name: "New service account" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("pipeline");
    await page.getByRole("dialog").getByRole("button", { name: "Create service account" }).click();
    await page.getByRole("button", { name: /^Kubeconfig….*pipeline/ }).click();
    await page.getByRole("button", { name: "Create kubeconfig" }).click();
    await expect(page.getByText(/^Expires/)).toBeVisible();
  });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show kubeconfig" }).click();
  const written = await page.getByRole("region", { name: "kubeconfig" }).locator("pre").textContent();
  const { users, clusters, contexts } = kubeconfigSchema.parse(parse(written ?? ""));
  expect(contexts[0]?.context).toEqual({ cluster: "garden", user: "pipeline", namespace: "garden-shop" });
  const { server, "certificate-authority-data": authority } = clusters[0]?.cluster ?? { server: "" };
  const token = users[0]?.user.token ?? "";
  const list = () => listShootsStatus({ server, ca: Buffer.from(authority ?? "", "base64").toString(), token });
  expect(await list()).toBe(200);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("token:")).toHaveCount(0);
  await page.getByRole("button", { name: /^Reset….*pipeline/ }).click();
  await page.getByRole("button", { name: "Reset service account" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await list()).toBe(401);
});
