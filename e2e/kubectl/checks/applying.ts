import assert from "node:assert/strict";
import { fieldAt } from "#lib/kube/field.ts";
import { type Check, ok, refused } from "../check.ts";
import { namespace, readShoot, shootManifest } from "../shoots.ts";

function withPurpose(name: string, purpose: string): object {
  const shoot = shootManifest(name);
  return { ...shoot, spec: { ...shoot.spec, purpose } };
}

export const applyingChecks: readonly Check[] = [
  {
    name: "19 apply creates, finds nothing to do, and updates",
    run: async (bench) => {
      const apply = async (object: object) =>
        ok(bench.kubectl(["apply", "-f", await bench.write("applied.json", object)]));
      const generation = () => readShoot(bench, "applied")?.metadata.generation;
      assert.match(await apply(withPurpose("applied", "evaluation")), /applied created/);
      // kubectl sends the pools again, because the garden has filled in their defaults; the spec stays what it is.
      const before = generation();
      await apply(withPurpose("applied", "evaluation"));
      assert.equal(generation(), before);
      assert.match(await apply(withPurpose("applied", "testing")), /applied configured/);
      const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied", namespace }, data: { a: "b" } };
      assert.match(await apply(map), /applied created/);
      assert.match(await apply(map), /applied unchanged/);
      assert.equal(fieldAt(readShoot(bench, "applied"), "spec", "purpose"), "testing");
    },
  },
  {
    name: "21 apply --dry-run=server and diff show what would be, and change nothing",
    run: async (bench) => {
      await ok(bench.kubectl(["apply", "-f", await bench.write("dry.json", withPurpose("dry", "evaluation"))]));
      const file = await bench.write("dry-next.json", withPurpose("dry", "production"));
      const before = fieldAt(readShoot(bench, "dry"), "spec");
      assert.match(await ok(bench.kubectl(["apply", "-f", file, "--dry-run=server"])), /configured \(server dry run\)/);
      const { code, out } = await bench.kubectl(["diff", "-f", file]);
      assert.equal(code, 1, "diff found a difference");
      assert.match(out, /^-\s+purpose: evaluation\n\+\s+purpose: production$/m);
      assert.deepEqual(fieldAt(readShoot(bench, "dry"), "spec"), before);
      const absent = await bench.write("absent.json", withPurpose("absent", "evaluation"));
      assert.match(await ok(bench.kubectl(["apply", "-f", absent, "--dry-run=server"])), /created \(server dry run\)/);
      assert.equal(readShoot(bench, "absent"), undefined);
    },
  },
  {
    name: "22 apply with a field that does not exist is refused, and the field is named",
    run: async (bench) => {
      const { spec, ...rest } = shootManifest("misspelt");
      const file = await bench.write("misspelt.json", { ...rest, spec: { ...spec, purpos: "evaluation" } });
      await refused(bench.kubectl(["apply", "-f", file]), /unknown field "spec\.purpos"/);
      assert.equal(readShoot(bench, "misspelt"), undefined);
    },
  },
];
