import { z } from "zod";
import { chooseClusterAction } from "#e2e/choose-act.ts";
import { giveConsent } from "#e2e/give-consent.ts";
import { openManifestEditor, replaceEditorLine } from "#e2e/manifest-editor.ts";
import { controlPlaneUpdates, openUpdatesPage } from "#e2e/updates.ts";
import type { GardenAccess } from "../garden-access.ts";
import { gardenGroup } from "../garden-objects.ts";
import { expect, test } from "./journey.ts";

const shootSchema = z.looseObject({
  metadata: z.looseObject({
    generation: z.number(),
    labels: z.optional(z.record(z.string(), z.string())),
    annotations: z.optional(z.record(z.string(), z.string())),
  }),
  spec: z.looseObject({
    hibernation: z.optional(z.object({ enabled: z.optional(z.boolean()) })),
    kubernetes: z.looseObject({ version: z.string() }),
  }),
});

async function shootOf(admin: GardenAccess, project: string, name: string): Promise<z.infer<typeof shootSchema>> {
  const path = `${gardenGroup}/namespaces/garden-${project}/shoots/${name}`;
  return shootSchema.parse((await admin.send({ method: "GET", path })).body);
}

test("a reconciliation is asked for, and the garden has taken it", async ({ page, signIn, admin }) => {
  await signIn("operator");
  const before = await shootOf(admin, "shop", "catalogue");
  await page.goto("/clusters/shop/catalogue");
  await chooseClusterAction(page, /^Reconcile/);
  await giveConsent(page, /^Reconcile shop\/catalogue|^Reconcile: shop\/catalogue/, /^Reconcile now/);
  await expect
    .poll(async () => (await shootOf(admin, "shop", "catalogue")).metadata.generation)
    .toBe(before.metadata.generation + 1);
});

test("YAML is edited with the garden's schema and saved", async ({ page, signIn, admin }) => {
  await signIn("operator");
  const cluster = "shop/storefront-us";
  await admin.send({
    method: "PATCH",
    path: `${gardenGroup}/namespaces/garden-shop/shoots/storefront-us`,
    body: { metadata: { labels: { journey: "begun" } } },
  });
  const editor = await openManifestEditor(page, cluster);
  await expect(page.getByText("Completion and checks by the schema are off")).toBeHidden();
  await replaceEditorLine(page, editor, /^ +journey: begun$/, "journey: mine");
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("button", { name: "Preview and save…" }).click();
  await giveConsent(page, /^Change the manifest: shop\/storefront-us/, /^Save/);
  await expect.poll(async () => (await shootOf(admin, "shop", "storefront-us")).metadata.labels?.journey).toBe("mine");
});

test("what the garden refuses is told in its words, and is not sent", async ({ page, signIn, admin }) => {
  await signIn("operator");
  const before = await shootOf(admin, "shop", "storefront-us");
  const editor = await openManifestEditor(page, "shop/storefront-us");
  await replaceEditorLine(page, editor, /^ +journey: mine$/, "journey: no value of a label");
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("button", { name: "Preview and save…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Exact request" })).toBeVisible();
  await expect(dialog.getByText(/metadata\.labels/).first()).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Save/ })).toHaveAttribute("aria-disabled", "true");
  expect((await shootOf(admin, "shop", "storefront-us")).metadata.generation).toBe(before.metadata.generation);
});

test("a cluster is hibernated by who owns it", async ({ page, signIn, admin }) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/shop/preview-apps/maintenance");
  await page
    .getByRole("region", { name: "Hibernation", exact: true })
    .getByRole("button", { name: "Hibernate" })
    .click();
  await giveConsent(page, /^Hibernate shop\/preview-apps/, /^Hibernate now/);
  await expect.poll(async () => (await shootOf(admin, "shop", "preview-apps")).spec.hibernation?.enabled).toBe(true);
});

test("a patch update is asked for from the cluster's Updates", async ({ page, signIn, admin }) => {
  await signIn("operator");
  await openUpdatesPage(page, { project: "ml", name: "feature-store" });
  await controlPlaneUpdates(page)
    .getByRole("button", { name: /^Update to 1\.35\.6/ })
    .click();
  await giveConsent(page, /feature-store/, /^Update/);
  await expect.poll(async () => (await shootOf(admin, "ml", "feature-store")).spec.kubernetes.version).toBe("1.35.6");
});

test("a kubeconfig of a cluster that Gardener has not made is not ready yet", async ({
  page,
  signIn,
  expectedFaults,
}) => {
  expectedFaults.push("/reveal");
  await signIn("owner-commerce");
  await page.goto("/clusters/shop/storefront-eu/credentials");
  await page
    .getByRole("button", { name: /^Retrieve: .*kubeconfig/ })
    .first()
    .click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: /^(Create|Request|Show)/ }).click();
  await expect(panel.getByText("The cluster is not ready yet")).toBeVisible();
});

test("who leaves a project loses its clusters on the open page, at once", async ({ page, signIn, admin }) => {
  await signIn("viewer");
  await page.goto("/clusters?project=logistics");
  const row = page.getByRole("link", { name: "tracking", exact: true });
  await expect(row).toBeVisible();
  const path = `${gardenGroup}/projects/logistics`;
  const { body } = await admin.send({ method: "GET", path });
  const project = z.looseObject({ spec: z.looseObject({ members: z.array(z.looseObject({ name: z.string() })) }) });
  const { spec } = project.parse(body);
  const members = spec.members.filter(({ name }) => name !== "tomas.ortega@harborline.example");
  expect(members.length).toBe(spec.members.length - 1);
  const left = await admin.send({ method: "PATCH", path, body: { spec: { members } } });
  expect(left.code).toBe(200);
  await expect(row).toBeHidden();
});
