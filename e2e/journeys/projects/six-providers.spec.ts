import type { Page } from "@playwright/test";
import { type ClusterProfile, newClusterChoicesSchema } from "#lib/contract/new-cluster.ts";
import { withZones } from "#lib/create/provider-blocks.ts";
import { startingShoot } from "#lib/create/starting-shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { accountValues, type KeyValues } from "../../account-values.ts";
import { chooseClusterAction } from "../../choose-act.ts";
import type { GardenRequest } from "../../garden-request.ts";
import { confirmShownPreview } from "../../give-consent.ts";
import { expect, test } from "../../journey.ts";
import { journeyNowMs } from "../../morning.ts";

const namespace = "garden-shop";
const core = `/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}`;
const secrets = `/api/v1/namespaces/${namespace}/secrets`;
const security = `/apis/security.gardener.cloud/v1alpha1/namespaces/${namespace}`;
const dialog = (page: Page) => page.getByRole("dialog");

/** What a provider's journey has in the garden. Its first cluster begins with a SecretBinding, the second without. */
interface Place {
  readonly provider: string;
  readonly account: string;
  readonly first: string;
  readonly second: string;
  readonly created: KeyValues;
  readonly updated: KeyValues;
}

const entries = Object.entries(accountValues);
const placeOf = ([provider, [created, updated]]: (typeof entries)[number]): Place => {
  return { provider, account: `fresh-${provider}`, first: `${provider}-1`, second: `${provider}-2`, created, updated };
};

async function fillIn(page: Page, values: KeyValues): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    await dialog(page).getByLabel(key).and(dialog(page).locator("input, textarea")).fill(value);
  }
}

async function createAccount(page: Page, { provider, account, created }: Place): Promise<void> {
  await page.getByRole("button", { name: "New account" }).click();
  await dialog(page).getByRole("combobox", { name: "Provider" }).selectOption(provider);
  await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill(account);
  await fillIn(page, created);
  await dialog(page).getByRole("button", { name: "Create account" }).click();
  await expect(dialog(page)).toBeHidden();
}

/** Kubernetes of a profile with which a cluster can have a SecretBinding: 1.34 refuses them. Added if there is none. */
async function oldKubernetesIn(askGarden: GardenRequest, { name, kubernetes }: ClusterProfile) {
  const [newest] = kubernetes.filter(({ version }) => version.startsWith("1.33."));
  if (newest !== undefined) return newest;
  const path = `/apis/core.gardener.cloud/v1beta1/cloudprofiles/${name}`;
  const versions = listAt((await askGarden("GET", path)).object, "spec", "kubernetes", "versions");
  const added = { version: "1.33.13", classification: "supported" };
  const spec = { kubernetes: { versions: [...versions, added] } };
  const { status, object } = await askGarden("PATCH", path, { spec });
  expect(status, JSON.stringify(object)).toBe(200);
  return { version: added.version, stage: added.classification };
}

/** Clusters of the providers as they are left from the time before CredentialsBindings, with one that is newer. */
async function plantClusters(page: Page, askGarden: GardenRequest, places: readonly Place[]): Promise<void> {
  const plant = async (path: string, object: object) => {
    const { status, object: answer } = await askGarden("POST", path, object);
    expect(status, JSON.stringify(answer)).toBe(201);
  };
  const choices = await (await page.request.get("/api/new-cluster?project=shop")).json();
  const { profiles } = newClusterChoicesSchema.parse(choices);
  for (const { provider, account, first, second } of places) {
    const offered = profiles.find(({ kind, type }) => kind === "CloudProfile" && type === provider);
    const region = offered?.regions.find(({ seeds = 0 }) => seeds > 0)?.name ?? "";
    if (offered === undefined) throw new Error(`the demo offers no ${provider}`);
    const profile = { ...offered, kubernetes: [await oldKubernetesIn(askGarden, offered)] };
    await plant(`${core}/secretbindings`, {
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "SecretBinding",
      metadata: { name: account, namespace },
      provider: { type: provider },
      secretRef: { name: account, namespace },
    });
    for (const name of [first, second]) {
      const naming = { project: "shop", namespace, name, profile, region, account, networking: "calico" };
      const shoot = withZones(startingShoot({ ...naming, now: journeyNowMs() }), profile);
      const { credentialsBindingName, ...spec } = shoot.spec;
      const binding = name === first ? { secretBindingName: account } : { credentialsBindingName };
      await plant(`${core}/shoots`, { ...shoot, spec: { ...spec, ...binding } });
    }
  }
}

async function moveToCredentialsBinding(page: Page, { first }: Place): Promise<void> {
  await page.goto(`/clusters/shop/${first}`);
  await chooseClusterAction(page, /^Move to a CredentialsBinding/);
  await confirmShownPreview(
    page.getByRole("dialog", { name: `Move shop/${first} to a CredentialsBinding?` }),
    /^Move now$/,
  );
}

async function putNewKeyIn(page: Page, { account, updated }: Place): Promise<void> {
  const heading = page.getByRole("rowheader", { name: account, exact: true });
  const row = page.getByRole("table", { name: "Accounts", exact: true }).getByRole("row").filter({ has: heading });
  await row.getByRole("button", { name: /^Update…/ }).click();
  await fillIn(page, updated);
  await dialog(page).getByRole("button", { name: "Update account" }).click();
  await expect(dialog(page)).toBeHidden();
}

/** Opens the rotation of a provider's key, which stands at a step and says so. */
async function expectStep(page: Page, { account }: Place, step: string, sentences: readonly string[]) {
  await page.goto(`/rotations/accounts?key=shop/${namespace}/${account}`);
  const steps = page.getByRole("list", { name: "Steps of the rotation" });
  await expect(steps.locator("[aria-current=step]")).toContainText(step);
  for (const sentence of sentences) await expect(steps).toContainText(sentence);
  return steps;
}

/** State, and end in RFC 3339, of the last operation of a cluster. */
function lastOperationOf(shoot: unknown): { readonly state: string; readonly at: string } {
  const [state = "", at = ""] = ["state", "lastUpdateTime"].map((field) =>
    stringAt(shoot, "status", "lastOperation", field),
  );
  return { state, at };
}

/** When an object was written last, in epoch milliseconds. */
function writtenAt(object: unknown): number {
  return Math.max(
    ...listAt(object, "metadata", "managedFields").map((entry) => Date.parse(stringAt(entry, "time") ?? "")),
  );
}

for (const { title, tag, chosen } of [
  { title: "gcp", tag: [], chosen: entries.filter(([provider]) => provider === "gcp") },
  { title: "each of six providers", tag: ["@all"], chosen: entries },
]) {
  test(`the account of ${title} is created, its cluster leaves the SecretBinding, and its key is rotated until the old one can go`, {
    tag,
  }, async ({ askGarden, page, passTime, signIn }) => {
    test.slow();
    const places = chosen.map(placeOf);
    const read = async (path: string) => (await askGarden("GET", path)).object;
    const lastOperation = async (name: string) => lastOperationOf(await read(`${core}/shoots/${name}`));
    /** Starts operations of clusters and lets time pass until all have succeeded. */
    const finish = async (names: readonly string[], start: () => Promise<void>) => {
      const before = await Promise.all(names.map(lastOperation));
      await start();
      const isDone = async () => {
        await passTime(20);
        const now = await Promise.all(names.map(lastOperation));
        return now.every(({ state, at }, index) => state === "Succeeded" && at > (before[index]?.at ?? ""));
      };
      await expect.poll(isDone, { timeout: 0 }).toBe(true);
    };
    const [first, second] = [places.map((place) => place.first), places.map((place) => place.second)];

    await test.step("the accounts and their clusters", async () => {
      await signIn("operator");
      await page.goto("/projects/shop/accounts");
      for (const place of places) await createAccount(page, place);
      await finish([...first, ...second], () => plantClusters(page, askGarden, places));
    });

    await test.step("the first clusters move to the CredentialsBindings", async () => {
      await finish(first, async () => {
        for (const place of places) await moveToCredentialsBinding(page, place);
      });
      for (const { provider, account, ...place } of places) {
        const { spec } = await read(`${core}/shoots/${place.first}`);
        expect(fieldAt(spec, "secretBindingName")).toBeUndefined();
        expect(fieldAt(spec, "credentialsBindingName")).toBe(account);
        expect(await read(`${security}/credentialsbindings/${account}`)).toMatchObject({
          provider: { type: provider },
          credentialsRef: { kind: "Secret", namespace, name: account },
        });
      }
    });

    await test.step("new keys are in the Secrets, and no cluster has them", async () => {
      await page.goto("/projects/shop/accounts");
      for (const place of places) await putNewKeyIn(page, place);
      for (const place of places) {
        const { data } = await read(`${secrets}/${place.account}`);
        for (const [key, value] of Object.entries(place.updated)) expect(fieldAt(data, key)).toBe(btoa(value));
        const none = ["0 of 2 use the new key.", "2 of 2 not known to use the new ones: keep both valid."];
        await expectStep(page, place, "Every cluster is reconciled", none);
      }
    });

    // A success within half an hour of the change can belong to an operation that began before.
    await passTime(31 * 60);
    await test.step("the old key stays while one of two clusters has not taken the new one", async () => {
      await finish(second, async () => {
        const annotations = { "gardener.cloud/operation": "reconcile" };
        for (const name of second) await askGarden("PATCH", `${core}/shoots/${name}`, { metadata: { annotations } });
      });
      await finish(first, async () => {
        for (const place of places) {
          const one = ["1 of 2 use the new key.", "1 of 2 not known to use the new ones: keep both valid."];
          const steps = await expectStep(page, place, "Every cluster is reconciled", one);
          await steps.getByRole("button", { name: `Reconcile ${place.first}` }).click();
          await dialog(page).getByRole("button", { name: "Reconcile now" }).click();
          // Nothing is sent while it can still be undone.
          const sent = page.waitForResponse((answer) => answer.url().endsWith("/operations") && answer.ok());
          await page.getByRole("button", { name: "Send now" }).click();
          await sent;
        }
      });
    });

    await test.step("the old key can go, and every cluster was reconciled after the change", async () => {
      for (const place of places) {
        const all = "All 2 clusters have been reconciled since the change: the old ones may be switched off.";
        await expectStep(page, place, "The old key goes", ["2 of 2 use the new key.", all]);
        const changedAt = writtenAt(await read(`${secrets}/${place.account}`));
        for (const name of [place.first, place.second]) {
          expect(Date.parse((await lastOperation(name)).at) - changedAt).toBeGreaterThan(30 * 60_000);
        }
      }
    });
  });
}
