import assert from "node:assert/strict";
import { assertFails, eventually, type KubectlCheck, outputOfSuccess } from "../check.ts";
import { rawRequest } from "../raw-request.ts";
import { checksNamespace } from "../shoots.ts";

const collection = `/apis/core.gardener.cloud/v1beta1/namespaces/${checksNamespace}/shoots`;

export const robustnessChecks: readonly KubectlCheck[] = [
  {
    name: "37 an object of 1.6 MB is refused as too large",
    run: async (bench) => {
      const map = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "huge", namespace: checksNamespace },
        data: { text: "x".repeat(1_600_000) },
      };
      const create = bench.kubectl(["create", "-f", await bench.write("huge.json", map)]);
      await assertFails(create, /too large|TooLarge|Too long/i);
    },
  },
  {
    name: "38 a wrong method, Accept or Content-Type is 405, 406 or 415",
    run: async ({ garden }) => {
      const statusOf = async (path: string, request: Parameters<typeof rawRequest>[2]) =>
        (await rawRequest(garden(), path, request)).status;
      assert.equal(await statusOf(`${collection}/storefront-eu`, { method: "POST", body: "{}" }), 405);
      assert.equal(await statusOf(collection, { headers: { accept: "image/png" } }), 406);
      const text = { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" };
      assert.equal(await statusOf(collection, text), 415);
    },
  },
  {
    name: "39 a watch from before what the garden remembers is 410",
    run: async ({ garden }) => {
      const { body } = await rawRequest(garden(), `${collection}?watch=true&resourceVersion=1`);
      const event: unknown = JSON.parse(body);
      assert.partialDeepStrictEqual(event, { type: "ERROR", object: { code: 410, reason: "Expired" } });
    },
  },
  {
    name: "40 a restart ends get -w at once, and afterwards everything is there again",
    run: async (bench) => {
      const watching = bench.follow(["get", "shoots", "-n", checksNamespace, "-w"]);
      await watching.line(/^storefront-eu/);
      await bench.stopGarden();
      const at = performance.now();
      await watching.ended;
      assert.ok(performance.now() - at < 5_000, "get -w ended with the garden");
      await assertFails(bench.kubectl(["get", "shoots", "-n", checksNamespace]), /refused/);
      await bench.startGarden();
      await eventually(async () => (await bench.kubectl(["get", "--raw", "/readyz"])).code === 0, "it is ready");
      assert.match(await outputOfSuccess(bench.kubectl(["get", "shoots", "-n", checksNamespace])), /^storefront-eu /m);
    },
  },
];
