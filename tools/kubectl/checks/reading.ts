import assert from "node:assert/strict";
import { setTimeout as nextTurn } from "node:timers/promises";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { configMaps, shoots } from "#lib/kube/resource.ts";
import { assertFails, headerOf, type KubectlCheck, nonEmptyLinesOf, outputOfSuccess } from "../check.ts";
import { rawRequest } from "../raw-request.ts";
import { checksNamespace, createIdleShoot, getShoot } from "../shoots.ts";

const narrow = "NAME|CLOUDPROFILE|PROVIDER|REGION|K8S VERSION|HIBERNATION|LAST OPERATION|STATUS|AGE";
const wide =
  "NAMESPACE|NAME|CLOUDPROFILE|PROVIDER|REGION|SEED|K8S VERSION|HIBERNATION|LAST OPERATION|STATUS|PURPOSE|GARDENER VERSION|APISERVER|CONTROL|OBSERVABILITY|NODES|SYSTEM|AGE";

/** Number of paginated lists that the garden stores. */
const listsRemembered = 64;

export const readingChecks: readonly KubectlCheck[] = [
  {
    name: "4 get shoots prints Gardener's columns",
    run: async ({ kubectl }) =>
      assert.equal(headerOf(await outputOfSuccess(kubectl(["get", "shoots", "-n", checksNamespace]))), narrow),
  },
  {
    name: "5 get shoots -o wide -A prints Gardener's wide columns",
    run: async ({ kubectl }) =>
      assert.equal(headerOf(await outputOfSuccess(kubectl(["get", "shoots", "-o", "wide", "-A"]))), wide),
  },
  {
    name: "6 what get -o yaml prints goes back through replace",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "round-trip");
      const before = getShoot(bench, name);
      const yaml = await outputOfSuccess(bench.kubectl(["get", "shoot", name, "-n", checksNamespace, "-o", "yaml"]));
      const file = await bench.write("round-trip.yaml", yaml);
      assert.match(await outputOfSuccess(bench.kubectl(["replace", "-f", file])), /replaced/);
      assert.deepEqual(fieldAt(getShoot(bench, name), "spec"), fieldAt(before, "spec"));
    },
  },
  {
    name: "7 a label selector finds what it says",
    run: async ({ kubectl, garden }) => {
      const selected = await outputOfSuccess(
        kubectl(["get", "shoots", "-A", "-l", "shoot.gardener.cloud/status!=healthy", "-o", "name"]),
      );
      const expected = garden()
        .api.list({ resource: shoots })
        .filter(({ metadata }) => metadata.labels?.["shoot.gardener.cloud/status"] !== "healthy");
      assert.ok(expected.length > 0);
      assert.equal(nonEmptyLinesOf(selected).length, expected.length);
    },
  },
  {
    name: "8 a field selector finds what it says, and an unknown field is refused",
    run: async ({ kubectl, garden }) => {
      const all = garden().api.list({ resource: shoots });
      const seedName = fieldAt(all[0], "spec", "seedName");
      const expected = all.filter((shoot) => fieldAt(shoot, "spec", "seedName") === seedName);
      const selected = await outputOfSuccess(
        kubectl(["get", "shoots", "-A", "--field-selector", `spec.seedName=${String(seedName)}`, "-o", "name"]),
      );
      assert.equal(nonEmptyLinesOf(selected).length, expected.length);
      await assertFails(
        kubectl(["get", "shoots", "-A", "--field-selector", "spec.purpose=production"]),
        /field label not supported: spec\.purpose/,
      );
    },
  },
  {
    name: "9 a list in chunks is complete and without doubles while others write",
    run: async ({ kubectl, garden }) => {
      const { api } = garden();
      const names = () =>
        api.list({ resource: shoots }).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
      const before = names();
      assert.ok(before.length >= 500, `${before.length} Shoots`);
      const writing = writeUntil(() => {
        const [first] = api.list({ resource: shoots, namespace: checksNamespace });
        assert.ok(first);
        const target = { resource: shoots, namespace: checksNamespace, name: first.metadata.name };
        api.patch(target, { metadata: { labels: { "checks/turn": String(performance.now()) } } });
      });
      const columns = "custom-columns=NS:.metadata.namespace,NAME:.metadata.name";
      const printed = await outputOfSuccess(
        kubectl(["get", "shoots", "-A", "--chunk-size=50", "--no-headers", "-o", columns]),
      );
      assert.ok((await writing()) > 3, "writes happened meanwhile");
      const listed = nonEmptyLinesOf(printed).map((line) => line.trim().split(/\s+/).join("/"));
      assert.deepEqual([...listed].sort(), [...before].sort());
    },
  },
  {
    name: "34 a list that was forgotten between two of its pages is Expired, and is read again from the start",
    run: async ({ kubectl, garden }) => {
      const path = `/apis/core.gardener.cloud/v1beta1/namespaces/${checksNamespace}/shoots?limit=1`;
      const pageOf = async (target: string): Promise<unknown> =>
        JSON.parse(await outputOfSuccess(kubectl(["get", "--raw", target])));
      const first = stringAt(await pageOf(path), "metadata", "continue") ?? "";
      const resumed = await pageOf(`${path}&continue=${first}`);
      assert.equal(listAt(resumed, "items").length, 1, "the token is good while the list is remembered");
      // The garden stores a limited number of paginated lists; further lists remove the oldest one.
      for (let at = 0; at < listsRemembered; at += 1) await rawRequest(garden(), path);
      await assertFails(
        kubectl(["get", "--raw", `${path}&continue=${first}`]),
        /The provided continue parameter is too old to display a consistent list result/,
      );
      await outputOfSuccess(kubectl(["get", "shoots", "-n", checksNamespace, "--chunk-size=2"]));
    },
  },
  {
    name: "12 describe lists the events of a Shoot",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "described");
      const described = await outputOfSuccess(bench.kubectl(["describe", "shoot", name, "-n", checksNamespace]));
      assert.match(described, /^Kind:\s+Shoot$/m);
      assert.match(described, /^Events:\n\s+Type\s+Reason\s+Age\s+From\s+Message\n/m);
    },
  },
  {
    name: "24 a missing object is NotFound, for get and for delete",
    run: async ({ kubectl }) => {
      await assertFails(kubectl(["get", "shoot", "nobody", "-n", checksNamespace]), /NotFound.*"nobody" not found/);
      await assertFails(kubectl(["delete", "shoot", "nobody", "-n", checksNamespace]), /NotFound.*"nobody" not found/);
    },
  },
  {
    name: "31 wait --for=jsonpath returns for what is true and for what becomes true",
    run: async (bench) => {
      const { api } = bench.garden();
      const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "awaited" }, data: { phase: "first" } };
      api.create({ resource: configMaps, namespace: checksNamespace }, map);
      const waitFor = (phase: string) => {
        const condition = `--for=jsonpath={.data.phase}=${phase}`;
        return ["wait", "configmap/awaited", "-n", checksNamespace, condition, "--timeout=20s", "-v=6"];
      };
      assert.match(await outputOfSuccess(bench.kubectl(waitFor("first"))), /condition met/);
      const waiting = bench.follow(waitFor("second"));
      await waiting.line(/watch=true.* 200 |watch=true.*status="200/);
      api.patch({ resource: configMaps, namespace: checksNamespace, name: "awaited" }, { data: { phase: "second" } });
      assert.match(await outputOfSuccess(waiting.ended), /condition met/);
    },
  },
];

/** Writes repeatedly in the background; the returned function stops it and returns the number of writes. */
function writeUntil(write: () => void): () => Promise<number> {
  let writes = 0;
  const stopping = new AbortController();
  const turn = async () => {
    while (!stopping.signal.aborted) {
      write();
      writes += 1;
      await nextTurn(5);
    }
    return writes;
  };
  const writing = turn();
  return () => {
    stopping.abort();
    return writing;
  };
}
