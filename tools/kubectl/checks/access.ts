import assert from "node:assert/strict";
import { stringAt } from "#lib/kube/field.ts";
import { assertFails, type KubectlCheck, outputOfSuccess } from "../check.ts";
import { checksNamespace } from "../shoots.ts";

const owner = { context: "owner-commerce" };
const viewer = { context: "viewer" };
const stranger = { context: "stranger" };

export const accessChecks: readonly KubectlCheck[] = [
  {
    name: "26 auth can-i, its list and whoami answer for the one who asks",
    run: async ({ kubectl }) => {
      const mayDelete = ["auth", "can-i", "delete", "shoots", "-n", checksNamespace];
      assert.equal((await outputOfSuccess(kubectl(mayDelete, owner))).trim(), "yes");
      const { code, out } = await kubectl(mayDelete, viewer);
      assert.deepEqual([code, out.trim()], [1, "no"]);
      const listed = await outputOfSuccess(kubectl(["auth", "can-i", "--list", "-n", checksNamespace], viewer));
      assert.match(listed, /^shoots\.core\.gardener\.cloud\s+\[\]\s+\[\]\s+\[get list watch\]$/m);
      assert.match(await outputOfSuccess(kubectl(["auth", "whoami"], viewer)), /tomas\.ortega@harborline\.example/);
    },
  },
  {
    name: "27 --as acts as somebody else, for those who may, with the rights of that person",
    run: async ({ kubectl }) => {
      const get = ["get", "shoots", "-n", checksNamespace];
      await outputOfSuccess(kubectl([...get, "--as=tomas.ortega@harborline.example"]));
      await assertFails(
        kubectl([...get, "--as=sam.whitlock@harborline.example"]),
        /Forbidden.*cannot list resource "shoots"/,
      );
      await assertFails(
        kubectl([...get, "--as=sam.whitlock@harborline.example"], owner),
        /cannot impersonate resource "users"/,
      );
    },
  },
  {
    name: "27 what a person may not, is forbidden in words",
    run: async ({ kubectl }) => {
      await assertFails(
        kubectl(["get", "shoots", "-A"], stranger),
        /Forbidden.*User "sam\.whitlock@harborline\.example" cannot list resource "shoots" in API group "core\.gardener\.cloud" at the cluster scope/,
      );
      const annotate = [
        "annotate",
        "shoot",
        "storefront-eu",
        "-n",
        checksNamespace,
        "gardener.cloud/operation=reconcile",
      ];
      await assertFails(kubectl(annotate, viewer), /cannot patch resource "shoots"/);
    },
  },
  {
    name: "36 a wrong token is Unauthorized, and plain HTTP is refused",
    run: async ({ kubectl, garden }) => {
      await assertFails(kubectl(["get", "shoots", "-A", "--token=wrong"]), /Unauthorized|must be logged in/);
      const plain = garden().url.replace("https:", "http:");
      await assertFails(
        kubectl(["get", "shoots", "-A", `--server=${plain}`]),
        /\(BadRequest\).*the server rejected our request/,
      );
    },
  },
  {
    name: "29 adminkubeconfig hands out a kubeconfig for a limited time, to those who may have one",
    run: async (bench) => {
      const path = `/apis/core.gardener.cloud/v1beta1/namespaces/${checksNamespace}/shoots/storefront-eu/adminkubeconfig`;
      const request = await bench.write("admin-request.json", {
        apiVersion: "authentication.gardener.cloud/v1alpha1",
        kind: "AdminKubeconfigRequest",
        spec: { expirationSeconds: 10 * 86_400 },
      });
      const create = ["create", "--raw", path, "-f", request];
      const answer: unknown = JSON.parse(await outputOfSuccess(bench.kubectl(create, owner)));
      const expiresAt = Date.parse(stringAt(answer, "status", "expirationTimestamp") ?? "");
      const longestMs = 86_400_000 + 60_000;
      assert.ok(expiresAt - Date.now() <= longestMs, "ten days were cut to one");
      const kubeconfig = Buffer.from(stringAt(answer, "status", "kubeconfig") ?? "", "base64").toString("utf8");
      const file = await bench.write("shoot.kubeconfig", kubeconfig);
      assert.match(
        await outputOfSuccess(bench.kubectl(["config", "view", `--kubeconfig=${file}`])),
        /current-context: \S+/,
      );
      await assertFails(bench.kubectl(create, viewer), /Forbidden|cannot create/);
    },
  },
];
