import assert from "node:assert/strict";
import { fieldAt } from "#lib/kube/field.ts";
import { configMaps, namespaces, secrets } from "#lib/kube/resource.ts";
import { assertFails, eventually, type KubectlCheck, outputOfSuccess } from "../check.ts";
import { checksNamespace, createIdleShoot, getShoot, shootManifest } from "../shoots.ts";

const inProject = ["-n", checksNamespace];

export const writingChecks: readonly KubectlCheck[] = [
  {
    name: "13 annotating an operation starts it, and the annotation is consumed",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "operated");
      const watching = bench.follow(["get", "shoot", name, ...inProject, "-w"]);
      await watching.line(/Create Succeeded/);
      await outputOfSuccess(
        bench.kubectl(["annotate", "shoot", name, ...inProject, "gardener.cloud/operation=reconcile"]),
      );
      await watching.line(/Reconcile Processing/);
      await watching.line(/Reconcile Succeeded \(100%\)/);
      await watching.stop();
      assert.equal(getShoot(bench, name)?.metadata.annotations?.["gardener.cloud/operation"], undefined);
    },
  },
  {
    name: "14 an unknown operation is refused with its field",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "refused");
      await assertFails(
        bench.kubectl(["annotate", "shoot", name, ...inProject, "gardener.cloud/operation=explode"]),
        /The Shoot "refused" is invalid: metadata\.annotations\[gardener\.cloud\/operation\]: Unsupported value/,
      );
    },
  },
  {
    name: "15 labels come and go",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "labelled");
      await outputOfSuccess(bench.kubectl(["label", "shoot", name, ...inProject, "team=blue"]));
      assert.equal(getShoot(bench, name)?.metadata.labels?.team, "blue");
      await assertFails(bench.kubectl(["label", "shoot", name, ...inProject, "team=red"]), /already has a value/);
      await outputOfSuccess(bench.kubectl(["label", "shoot", name, ...inProject, "team-"]));
      assert.equal(getShoot(bench, name)?.metadata.labels?.team, undefined);
    },
  },
  {
    name: "16 patch takes merge, JSON and strategic patches",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "patched");
      const patch = (type: string, body: unknown) =>
        outputOfSuccess(
          bench.kubectl(["patch", "shoot", name, ...inProject, `--type=${type}`, "-p", JSON.stringify(body)]),
        );
      const pool = () => fieldAt(getShoot(bench, name), "spec", "provider", "workers", "0");
      await patch("merge", { spec: { purpose: "development" } });
      assert.equal(fieldAt(getShoot(bench, name), "spec", "purpose"), "development");
      await patch("json", [{ op: "replace", path: "/spec/provider/workers/0/maximum", value: 5 }]);
      assert.equal(fieldAt(pool(), "maximum"), 5);
      await patch("strategic", { spec: { provider: { workers: [{ name: "pool-a", maximum: 7 }] } } });
      assert.equal(fieldAt(pool(), "maximum"), 7);
      assert.equal(fieldAt(pool(), "machine", "type"), "m5.large", "the strategic patch kept the rest of the pool");
    },
  },
  {
    name: "17 a JSON patch whose test fails is refused and changes nothing",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "tested");
      const spec = () => fieldAt(getShoot(bench, name), "spec");
      const before = spec();
      const operations = [
        { op: "replace", path: "/spec/purpose", value: "production" },
        { op: "test", path: "/spec/region", value: "mars" },
      ];
      await assertFails(
        bench.kubectl(["patch", "shoot", name, ...inProject, "--type=json", "-p", JSON.stringify(operations)]),
        /the server rejected our request|is invalid/i,
      );
      assert.deepEqual(spec(), before);
    },
  },
  {
    name: "18 status and spec keep out of each other's writes",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "parted");
      const both = JSON.stringify({ spec: { purpose: "testing" }, status: { clusterIdentity: "checked" } });
      const patch = ["patch", "shoot", name, ...inProject, "--type=merge", "-p", both];
      const purpose = () => fieldAt(getShoot(bench, name), "spec", "purpose");
      const identity = () => fieldAt(getShoot(bench, name), "status", "clusterIdentity");
      const before = identity();
      await outputOfSuccess(bench.kubectl([...patch, "--subresource=status"]));
      assert.deepEqual([purpose(), identity()], ["evaluation", "checked"]);
      const second = both.replace("checked", "overwritten");
      await outputOfSuccess(bench.kubectl([...patch.slice(0, -1), second]));
      assert.deepEqual([purpose(), identity()], ["testing", "checked"]);
      assert.notEqual(before, "checked");
    },
  },
  {
    name: "23 a Shoot goes only when its deletion is confirmed, through its finalizer, and delete waits for it",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "doomed");
      await assertFails(
        bench.kubectl(["delete", "shoot", name, ...inProject]),
        /Forbidden.*must have a "confirmation\.gardener\.cloud\/deletion" annotation to delete/,
      );
      await outputOfSuccess(
        bench.kubectl(["annotate", "shoot", name, ...inProject, "confirmation.gardener.cloud/deletion=true"]),
      );
      const watching = bench.follow(["get", "shoot", name, ...inProject, "-w"]);
      await watching.line(/^doomed/);
      assert.match(await outputOfSuccess(bench.kubectl(["delete", "shoot", name, ...inProject, "--wait"])), /deleted/);
      await watching.line(/Delete Processing/);
      await watching.stop();
      assert.equal(getShoot(bench, name), undefined);
    },
  },
  {
    name: "25 of two replacements of one version, one is a conflict",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "contested");
      const shoot: object = JSON.parse(
        await outputOfSuccess(bench.kubectl(["get", "shoot", name, ...inProject, "-o", "json"])),
      );
      const replace = async (team: string) => {
        const metadata = fieldAt(shoot, "metadata");
        const labelled = { ...shoot, metadata: Object.assign({}, metadata, { labels: { team } }) };
        return bench.kubectl(["replace", "-f", await bench.write(`${team}.json`, labelled)]);
      };
      const outcomes = await Promise.all([replace("blue"), replace("red")]);
      assert.equal(outcomes.filter(({ code }) => code === 0).length, 1);
      assert.match(outcomes.find(({ code }) => code !== 0)?.err ?? "", /Conflict.*the object has been modified/s);
    },
  },
  {
    name: "28 create makes namespaces, secrets, config maps and whatever a file holds",
    run: async (bench) => {
      const { api } = bench.garden();
      await outputOfSuccess(bench.kubectl(["create", "namespace", "garden-checks"]));
      await outputOfSuccess(
        bench.kubectl(["create", "secret", "generic", "made", ...inProject, "--from-literal=key=value"]),
      );
      await outputOfSuccess(bench.kubectl(["create", "configmap", "made", ...inProject, "--from-literal=key=value"]));
      assert.ok(api.get({ resource: namespaces, name: "garden-checks" }));
      const secret = api.get({ resource: secrets, namespace: checksNamespace, name: "made" });
      assert.equal(fieldAt(secret, "data", "key"), Buffer.from("value").toString("base64"));
      assert.equal(
        fieldAt(api.get({ resource: configMaps, namespace: checksNamespace, name: "made" }), "data", "key"),
        "value",
      );
      const file = await bench.write("made.json", shootManifest("made"));
      assert.match(await outputOfSuccess(bench.kubectl(["create", "-f", file])), /made created/);
      await assertFails(bench.kubectl(["create", "-f", file]), /AlreadyExists/);
    },
  },
  {
    name: "32 edit writes what the editor leaves, beside what others write meanwhile, and keeps a refused text",
    run: async (bench) => {
      const name = await createIdleShoot(bench, "edited");
      const editor = await bench.writeScript("edit-purpose.sh", [
        `${bench.commandLine} label shoot ${name} -n ${checksNamespace} meanwhile=true >&2`,
        `sed -i 's/purpose: evaluation/purpose: development/' "$1"`,
      ]);
      const edit = ["edit", "shoot", name, ...inProject];
      await outputOfSuccess(bench.kubectl(edit, { env: { KUBE_EDITOR: editor } }));
      await eventually(() => fieldAt(getShoot(bench, name), "spec", "purpose") === "development", "the edit is there");
      assert.equal(getShoot(bench, name)?.metadata.labels?.meanwhile, "true");
      const breaking = await bench.writeScript("edit-version.sh", [`sed -i 's/version: 1.34.9/version: 1.2.3/' "$1"`]);
      await assertFails(
        bench.kubectl(edit, { env: { KUBE_EDITOR: breaking } }),
        /A copy of your changes has been stored to/,
      );
    },
  },
];
