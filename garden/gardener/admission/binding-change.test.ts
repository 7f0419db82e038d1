import { expect, test } from "vitest";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { stringAt } from "#lib/kube/field.ts";

const server = startRawGardenForTests({ speed: 0 });

/** What the garden says to a change of a Shoot's CredentialsBinding, which is not carried out. */
async function refusal(project: string, name: string, credentialsBindingName: string): Promise<string | undefined> {
  const { status, json } = await server.client.send({
    method: "PATCH",
    path: `/apis/core.gardener.cloud/v1beta1/namespaces/garden-${project}/shoots/${name}?dryRun=All`,
    body: { spec: { credentialsBindingName } },
    headers: { "content-type": "application/merge-patch+json" },
  });
  return status === 403 ? stringAt(json, "message") : `${status}`;
}

test("a Shoot's CredentialsBinding is of its provider", async () => {
  expect(await refusal("shop", "storefront-eu", "gcp-account")).toBe(
    'shoots.core.gardener.cloud "storefront-eu" is forbidden: spec.provider.type: Invalid value: "aws": provider type in shoot must match provider type of referenced CredentialsBinding: "gcp"',
  );
});

test("a Shoot with a SecretBinding has no CredentialsBinding with an empty name beside it", async () => {
  expect(await refusal("payments", "ledger-us", "")).toBe(
    'shoots.core.gardener.cloud "ledger-us" is forbidden: credentialsbinding.security.gardener.cloud "" not found',
  );
});
