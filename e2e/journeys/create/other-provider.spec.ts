import type { GardenRequest } from "../../garden-request.ts";
import { expect, test } from "../../journey.ts";
import { replaceEditorLine } from "../../manifest-editor.ts";

const core = "/apis/core.gardener.cloud/v1beta1";
const project = "/namespaces/garden-shop";
const kinds = ["BackupBucket", "BackupEntry", "Bastion", "ControlPlane", "Infrastructure", "Worker"];

/** Creates what an operator sets up for a provider that Almanac does not know: profile, Seed, extension, account. */
async function setUpProvider(askGarden: GardenRequest, type: string): Promise<void> {
  const copy = async (kind: string, plural: string, from: string, more: object, spec: object) => {
    const { object } = await askGarden("GET", `${core}/${plural}/${from}`);
    const made = await askGarden("POST", `${core}/${plural}`, {
      apiVersion: "core.gardener.cloud/v1beta1",
      kind,
      ...more,
      spec: { ...Object(object.spec), ...spec },
    });
    expect(made.status, JSON.stringify(made.object)).toBe(201);
    return object;
  };
  await copy("CloudProfile", "cloudprofiles", "hcloud", { metadata: { name: type } }, { type });
  const provider = { type, region: "fsn1", zones: ["fsn1-dc14"] };
  const seed = await copy("Seed", "seeds", "hcloud-fsn1", { metadata: { name: `${type}-1` } }, { provider });
  expect((await askGarden("PATCH", `${core}/seeds/${type}-1/status`, { status: seed.status })).status).toBe(200);
  const resources = kinds.map((kind) => ({ kind, type }));
  const registration = { apiVersion: "core.gardener.cloud/v1beta1", kind: "ControllerRegistration" };
  const created = [
    await askGarden("POST", `${core}/controllerregistrations`, {
      ...registration,
      metadata: { name: `provider-${type}` },
      spec: { resources },
    }),
    await askGarden("POST", `/api/v1${project}/secrets`, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: type, namespace: "garden-shop" },
      stringData: { token: "not-a-real-token" },
    }),
    await askGarden("POST", `/apis/security.gardener.cloud/v1alpha1${project}/credentialsbindings`, {
      apiVersion: "security.gardener.cloud/v1alpha1",
      kind: "CredentialsBinding",
      metadata: { name: type, namespace: "garden-shop" },
      provider: { type },
      credentialsRef: { apiVersion: "v1", kind: "Secret", name: type, namespace: "garden-shop" },
    }),
  ];
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201]);
}

test("a cluster of a provider that Almanac does not know is written as YAML, and created", async ({
  askGarden,
  page,
  passTimeUntil,
  signIn,
}) => {
  await setUpProvider(askGarden, "mist");
  await signIn("operator");
  await page.goto("/clusters/new?project=shop");
  const infrastructure = page.getByRole("combobox", { name: "Infrastructure" });
  const option = infrastructure.locator("option").filter({ hasText: /^mist\b/ });
  await infrastructure.selectOption((await option.first().getAttribute("value")) ?? "");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("fresh");
  await page.getByRole("button", { name: "YAML" }).click();
  const editor = page.getByRole("textbox", { name: "New cluster as YAML" });
  await page.locator(".cm-scroller").evaluate((scroller) => scroller.scrollTo(0, 500));
  await expect(editor).toContainText("mist.provider.extensions.gardener.cloud/v1alpha1");
  const kind = editor.locator(".cm-line", { hasText: "kind: InfrastructureConfig" });
  await kind.click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("cloudiness: : high");
  await page.getByRole("button", { name: "What will happen" }).click();
  await expect(page.getByText("The YAML has errors, so the garden was not asked")).toBeVisible();
  await page.getByRole("button", { name: "YAML" }).click();
  await page.locator(".cm-scroller").evaluate((scroller) => scroller.scrollTo(0, 500));
  await replaceEditorLine(page, editor, /cloudiness/, "cloudiness: high");
  await page.getByRole("button", { name: "What will happen" }).click();
  await expect(page.getByText("The garden accepts this cluster (dry run)")).toBeVisible();
  await page.getByRole("button", { name: /^Create / }).click();
  await expect(page).toHaveURL(/\/clusters\/shop\/fresh$/);
  await passTimeUntil(page.getByRole("button", { name: /Last operation: Create, Succeeded/ }).first());
  const { object } = await askGarden("GET", `${core}${project}/shoots/fresh`);
  expect(object).toMatchObject({ spec: { provider: { infrastructureConfig: { cloudiness: "high" } } } });
});
