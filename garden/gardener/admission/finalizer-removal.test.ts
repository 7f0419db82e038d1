import { expect, test } from "vitest";
import { startRawGardenForTests } from "#garden/testing/start-raw-garden-for-tests.ts";
import { stringAt } from "#lib/kube/field.ts";
import { credentialsBindings } from "#lib/kube/resource.ts";

const server = startRawGardenForTests({ speed: 0 });
const core = "/apis/core.gardener.cloud/v1beta1/namespaces/garden-shop";
const security = "/apis/security.gardener.cloud/v1alpha1/namespaces/garden-shop";

async function release(path: string): Promise<readonly [number, string | undefined]> {
  const headers = { "content-type": "application/merge-patch+json" };
  const body = { metadata: { finalizers: null } };
  const { status, json } = await server.client.send({ method: "PATCH", path: `${path}?dryRun=All`, body, headers });
  return [status, stringAt(json, "message")];
}

test("nobody lets a Shoot go before it is deleted", async () => {
  expect(await release(`${core}/shoots/storefront-eu`)).toEqual([
    403,
    'shoots.core.gardener.cloud "storefront-eu" is forbidden: finalizer "gardener" cannot be removed because shoot deletion has not completed successfully yet',
  ]);
});

test("a binding is held while a Shoot refers to it", async () => {
  const name = "aws-account";
  const used = server.garden.api.get({ resource: credentialsBindings, namespace: "garden-shop", name });
  expect(await release(`${security}/credentialsbindings/${name}`)).toEqual([
    403,
    `credentialsbindings.security.gardener.cloud "${name}" is forbidden: finalizer must not be removed - credentials binding garden-shop/${name} is still in use by at least one shoot`,
  ]);
  const { metadata: _old, ...rest } = used ?? { metadata: { name } };
  const spare = { ...rest, metadata: { name: "spare", namespace: "garden-shop", finalizers: ["gardener"] } };
  server.garden.api.create({ resource: credentialsBindings, namespace: "garden-shop" }, spare);
  expect((await release(`${security}/credentialsbindings/spare`))[0]).toBe(200);
});
