import { request } from "node:https";
import type { Page } from "@playwright/test";
import { parse } from "yaml";
import * as z from "zod/mini";
import { projectSchema } from "#lib/contract/project/projects.ts";
import { measureEffort } from "../../effort.ts";
import { expect, expectAccessible, test } from "../../journey.ts";
import { ownPageHeaders } from "../../our-request.ts";
import { moveToCredentialsBinding } from "../../projects/migration-steps.ts";

const kubeconfigSchema = z.object({
  clusters: z.array(z.object({ cluster: z.object({ server: z.string(), "certificate-authority-data": z.string() }) })),
  users: z.array(z.object({ user: z.object({ token: z.string() }) })),
});

/** Puts a value into a Secret of a project, as a pipeline does with the kubeconfig of a service account. */
async function putIntoSecret(page: Page, project: string, secret: string, data: object): Promise<void> {
  const path = `/api/projects/${project}/service-accounts`;
  const write = async (address: string, body: object) => {
    const answer = await page.request.post(address, { data: body, headers: ownPageHeaders });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  await write(path, { kind: "create", name: "key-robot" });
  const { resourceVersion, members } = projectSchema.parse(
    await (await page.request.get(`/api/projects/${project}`)).json(),
  );
  const robot = { kind: "ServiceAccount", name: "key-robot", namespace: `garden-${project}`, roles: ["admin"] };
  await write(`/api/projects/${project}`, { kind: "members", resourceVersion, members: [...members, robot] });
  const requested = await write(`${path}/kubeconfig`, { name: "key-robot", expirationSeconds: 3_600 });
  const { clusters, users } = kubeconfigSchema.parse(parse(requested.text));
  const [cluster, user] = [clusters[0]?.cluster, users[0]?.user];
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = { authorization: `Bearer ${user?.token}`, "content-type": "application/merge-patch+json" };
  const ca = Buffer.from(cluster?.["certificate-authority-data"] ?? "", "base64");
  const address = `${cluster?.server}/api/v1/namespaces/garden-${project}/secrets/${secret}`;
  request(address, { method: "PATCH", ca, headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on("error", reject)
    .end(JSON.stringify({ data }));
  expect(await promise).toBe(200);
}

test("a cluster moves to the CredentialsBinding of its Secret with three clicks and a tick, to its observed end", async ({
  page,
  passTime,
  signIn,
}) => {
  await signIn("owner-commerce");
  await page.goto("/clusters/payments/ledger-us");
  await expect(page.getByRole("heading", { name: "ledger-us", level: 1 })).toBeVisible();
  await measureEffort(page, 60, { what: "move to a CredentialsBinding", clicks: 3, ticks: 1 }, async () => {
    await moveToCredentialsBinding(page, "payments/ledger-us");
  });
  const sentence = "Move to a CredentialsBinding: payments/ledger-us succeeded";
  const told = page.getByRole("status").getByText(sentence, { exact: true });
  // The message is visible for a few seconds only.
  await Promise.all([expect(told).toBeVisible(), passTime(60)]);
  await page.goto("/clusters/payments/ledger-us/credentials");
  const account = page.getByRole("region", { name: "Cloud provider credentials (managed by you)" });
  await account.getByText("Where are they?").click();
  await expect(account.getByText(/^The CredentialsBinding .* leads to the Secret/)).toBeVisible();
  await expect(account.getByRole("button", { name: /CredentialsBinding/ })).toHaveCount(0);
});

test("the clusters of a project move as one run, which creates the binding once", async ({
  page,
  passTimeUntil,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/projects/logistics");
  const numbers = page.getByRole("region", { name: "Clusters" });
  await expect(numbers.getByText("With a SecretBinding")).toBeVisible();
  await page.goto("/rotations/accounts");
  await expect(
    page.getByRole("status").filter({ hasText: "5 clusters in 3 projects still use a SecretBinding." }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "3", exact: true }).click();
  await expect(page).toHaveURL(/project=logistics/);
  await expect(page.getByText(/^Showing 3 /)).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Move 3… (logistics)" }).click();
  await expect(page.getByText(/eligible, \d excluded\.$/)).toBeVisible();
  // Cluster customs takes part only if asked for, because its last operation has failed.
  for (const tick of await page.getByRole("checkbox", { name: /go back to a SecretBinding/ }).all()) await tick.check();
  await page.getByRole("textbox", { name: /to confirm$/ }).fill("move 2 clusters");
  await page.getByRole("button", { name: "Move 2 clusters" }).click();
  await passTimeUntil(page.getByText("2 of 2 succeeded"));
  await page.goto("/clusters/logistics/port-bremen/credentials");
  await expect(page.getByText("Where are they?")).toBeVisible();
  await page.getByText("Where are they?").click();
  await expect(page.getByText("The CredentialsBinding openstack-account-old leads to the Secret")).toBeVisible();
});

test("who may only look is told that the move is not theirs", { tag: "@all" }, async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto("/clusters/platform/observability/credentials");
  const button = page.getByRole("button", { name: "Move to a CredentialsBinding" });
  await expect(button).toBeDisabled();
});

test("a cloud key is rotated step by step until the old one can go", async ({
  page,
  passTime,
  passTimeUntil,
  signIn,
}) => {
  await signIn("operator");
  await page.goto("/clusters/logistics/port-hamburg/credentials");
  await page.getByRole("link", { name: "Rotate this key step by step" }).click();
  const steps = page.getByRole("list", { name: "Steps of the rotation" });
  const current = steps.locator("[aria-current=step]");
  await expect(current).toContainText("The old key goes");
  await expectAccessible(page);

  await putIntoSecret(page, "logistics", "openstack-account-old", { password: Buffer.from("new").toString("base64") });
  await page.reload();
  await expect(current).toContainText("Every cluster is reconciled");
  await expect(current).toContainText("0 of 2 use the new key.");
  await expect(steps).toContainText("2 of 2 not known to use the new ones: keep both valid.");
  // A success within half an hour of the change can belong to an operation that began before.
  await passTime(31 * 60);
  await steps.getByRole("button", { name: "Reconcile the other 2…" }).click();
  await page.getByRole("textbox", { name: /to confirm$/ }).fill("reconcile 2 clusters");
  await page.getByRole("button", { name: "Reconcile 2 clusters" }).click();
  await passTimeUntil(page.getByText("2 of 2 succeeded"));
  await page.goto("/rotations/accounts?key=logistics/garden-logistics/openstack-account-old");
  await expect(current).toContainText("The old key goes");
  await expect(current).toContainText("All 2 clusters have been reconciled since the change");
});
