import assert from "node:assert/strict";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { assertFails, type KubectlCheck, outputOfSuccess } from "../check.ts";
import { checksNamespace, getShoot, shootManifest } from "../shoots.ts";

function withPurpose(name: string, purpose: string): object {
  const shoot = shootManifest(name);
  return { ...shoot, spec: { ...shoot.spec, purpose } };
}

export const applyingChecks: readonly KubectlCheck[] = [
  {
    name: "19 apply creates, finds nothing to do, and updates",
    run: async (bench) => {
      const apply = async (object: object) =>
        outputOfSuccess(bench.kubectl(["apply", "-f", await bench.write("applied.json", object)]));
      const generation = () => getShoot(bench, "applied")?.metadata.generation;
      assert.match(await apply(withPurpose("applied", "evaluation")), /applied created/);
      // kubectl sends the pools again, because the garden has added defaults; the spec does not change.
      const before = generation();
      await apply(withPurpose("applied", "evaluation"));
      assert.equal(generation(), before);
      assert.match(await apply(withPurpose("applied", "testing")), /applied configured/);
      const map = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "applied", namespace: checksNamespace },
        data: { a: "b" },
      };
      assert.match(await apply(map), /applied created/);
      assert.match(await apply(map), /applied unchanged/);
      assert.equal(fieldAt(getShoot(bench, "applied"), "spec", "purpose"), "testing");
    },
  },
  {
    name: "20 apply --server-side meets a conflict and explains it, and --force-conflicts takes the field over",
    run: async (bench) => {
      const map = (data: object) => ({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "sided", namespace: checksNamespace },
        data,
      });
      const apply = async (object: object, ...flags: readonly string[]) =>
        bench.kubectl(["apply", "--server-side", ...flags, "-f", await bench.write("sided.json", object)]);
      assert.match(
        await outputOfSuccess(apply(map({ a: "1", b: "1" }), "--field-manager=ci")),
        /sided serverside-applied/,
      );
      const { code, err } = await apply(map({ a: "2" }));
      assert.equal(code, 1);
      assert.match(err, /Apply failed with 1 conflict: conflict with "ci": \.data\.a/);
      assert.match(err, /--force-conflicts/, "kubectl prints its help");
      await outputOfSuccess(apply(map({ a: "2" }), "--force-conflicts"));
      const data = () =>
        fieldAt(bench.garden().api.get({ resource: configMaps, namespace: checksNamespace, name: "sided" }), "data");
      assert.deepEqual(data(), { a: "2", b: "1" });
      await outputOfSuccess(apply(map({}), "--field-manager=ci"));
      assert.deepEqual(data(), { a: "2" }, "what ci no longer applies went, what kubectl took stays");
      const shown = JSON.parse(
        await outputOfSuccess(
          bench.kubectl(["get", "configmap", "sided", "-n", checksNamespace, "-o", "json", "--show-managed-fields"]),
        ),
      );
      const entry = listAt(shown, "metadata", "managedFields").find(
        (owner) => stringAt(owner, "manager") === "kubectl",
      );
      assert.partialDeepStrictEqual(entry, { operation: "Apply", fieldsV1: { "f:data": { "f:a": {} } } });
    },
  },
  {
    name: "20 apply --server-side gives each pool of a Shoot an owner of its own",
    run: async (bench) => {
      const shoot = shootManifest("owned");
      const [pool] = listAt(shoot, "spec", "provider", "workers");
      await outputOfSuccess(bench.kubectl(["create", "-f", await bench.write("owned.json", shoot)]));
      const extra = {
        apiVersion: shoot.apiVersion,
        kind: shoot.kind,
        metadata: shoot.metadata,
        spec: { provider: { workers: [{ ...Object(pool), name: "pool-b" }] } },
      };
      const file = await bench.write("extra.json", extra);
      await outputOfSuccess(bench.kubectl(["apply", "--server-side", "--field-manager=pools", "-f", file]));
      const names = () =>
        listAt(getShoot(bench, "owned"), "spec", "provider", "workers").map((worker) => stringAt(worker, "name"));
      assert.deepEqual(names(), ["pool-a", "pool-b"]);
      const taken = { ...extra, spec: { purpose: "production" } };
      const other = await bench.write("taken.json", taken);
      await assertFails(
        bench.kubectl(["apply", "--server-side", "--field-manager=pools", "-f", other]),
        /conflict with "kubectl-create" using core\.gardener\.cloud\/v1beta1: \.spec\.purpose/,
      );
      const none = await bench.write("none.json", { ...extra, spec: {} });
      await outputOfSuccess(bench.kubectl(["apply", "--server-side", "--field-manager=pools", "-f", none]));
      assert.deepEqual(names(), ["pool-a"]);
    },
  },
  {
    name: "20 who applied from the client's side goes over to the server's without a conflict",
    run: async (bench) => {
      const map = (data: object) => ({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "moved", namespace: checksNamespace },
        data,
      });
      const file = async (data: object) => bench.write("moved.json", map(data));
      await outputOfSuccess(bench.kubectl(["apply", "-f", await file({ a: "1", b: "1" })]));
      assert.match(
        await outputOfSuccess(bench.kubectl(["apply", "--server-side", "-f", await file({ a: "2" })])),
        /serverside-applied/,
      );
      const moved = bench.garden().api.get({ resource: configMaps, namespace: checksNamespace, name: "moved" });
      assert.deepEqual(fieldAt(moved, "data"), { a: "2" });
    },
  },
  {
    name: "21 apply --dry-run=server and diff show what would be, and change nothing",
    run: async (bench) => {
      await outputOfSuccess(
        bench.kubectl(["apply", "-f", await bench.write("dry.json", withPurpose("dry", "evaluation"))]),
      );
      const file = await bench.write("dry-next.json", withPurpose("dry", "production"));
      const before = fieldAt(getShoot(bench, "dry"), "spec");
      assert.match(
        await outputOfSuccess(bench.kubectl(["apply", "-f", file, "--dry-run=server"])),
        /configured \(server dry run\)/,
      );
      const { code, out } = await bench.kubectl(["diff", "-f", file]);
      assert.equal(code, 1, "diff found a difference");
      assert.match(out, /^-\s+purpose: evaluation\n\+\s+purpose: production$/m);
      assert.deepEqual(fieldAt(getShoot(bench, "dry"), "spec"), before);
      const absent = await bench.write("absent.json", withPurpose("absent", "evaluation"));
      assert.match(
        await outputOfSuccess(bench.kubectl(["apply", "-f", absent, "--dry-run=server"])),
        /created \(server dry run\)/,
      );
      assert.equal(getShoot(bench, "absent"), undefined);
    },
  },
  {
    name: "22 apply with a field that does not exist is refused, and the field is named",
    run: async (bench) => {
      const { spec, ...rest } = shootManifest("misspelt");
      const file = await bench.write("misspelt.json", { ...rest, spec: { ...spec, purpos: "evaluation" } });
      await assertFails(bench.kubectl(["apply", "-f", file]), /unknown field "spec\.purpos"/);
      assert.equal(getShoot(bench, "misspelt"), undefined);
    },
  },
];
