import assert from "node:assert/strict";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { assertFails, eventually, type KubectlCheck, outputOfSuccess } from "../check.ts";

const owner = { context: "owner-commerce" };
const stranger = { context: "stranger" };
const namespace = "garden-sprout";

/** Projects, members, tokens and accounts, in the order of their making: each check needs those before it. */
export const projectChecks: readonly KubectlCheck[] = [
  {
    name: "41 a project that is created becomes Ready with a namespace, for those who may create one",
    run: async ({ kubectl, write }) => {
      const file = await write("project.json", {
        apiVersion: "core.gardener.cloud/v1beta1",
        kind: "Project",
        metadata: { name: "sprout" },
        spec: { namespace, description: "Seedlings" },
      });
      await assertFails(kubectl(["create", "-f", file], stranger), /cannot create resource "projects"/);
      await outputOfSuccess(kubectl(["create", "-f", file], owner));
      await outputOfSuccess(
        kubectl(["wait", "project", "sprout", "--for=jsonpath={.status.phase}=Ready", "--timeout=10s"]),
      );
      const listed = await outputOfSuccess(kubectl(["get", "project", "sprout"], owner));
      assert.match(listed, /^sprout\s+garden-sprout\s+Ready\s+ravi\.menon@harborline\.example\s+ravi\.menon/m);
      await outputOfSuccess(kubectl(["get", "namespace", namespace], owner));
      const wrong = await write("wrong-project.json", {
        apiVersion: "core.gardener.cloud/v1beta1",
        kind: "Project",
        metadata: { name: "far-too-long" },
      });
      await assertFails(kubectl(["create", "-f", wrong], owner), /metadata\.name: Too long: may not be more than 10/);
    },
  },
  {
    name: "42 members of a project get their bindings, and lose them with their membership",
    run: async ({ kubectl }) => {
      const mayList = async (): Promise<boolean> =>
        (await kubectl(["auth", "can-i", "list", "shoots", "-n", namespace], stranger)).out.trim() === "yes";
      assert.equal(await mayList(), false);
      const member = { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "sam.whitlock@harborline.example" };
      const change = (members: readonly object[]) =>
        outputOfSuccess(
          kubectl(["patch", "project", "sprout", "--type=merge", "-p", JSON.stringify({ spec: { members } })], owner),
        );
      await change([{ ...member, role: "viewer" }]);
      await eventually(mayList, "the viewer may list clusters");
      await assertFails(
        kubectl(["annotate", "project", "sprout", "note=x"], stranger),
        /cannot patch resource "projects"/,
      );
      await change([]);
      await eventually(async () => !(await mayList()), "the former viewer may not list clusters");
    },
  },
  {
    name: "43 a token of a service account acts for it, and dies with it",
    run: async ({ kubectl }) => {
      const account = (verb: string) => kubectl([verb, "serviceaccount", "robot", "-n", namespace], owner);
      await outputOfSuccess(account("create"));
      const asked = ["create", "token", "robot", "-n", namespace, "--duration=2160h"];
      const { code, out, err } = await kubectl(asked, owner);
      assert.equal(code, 0, err);
      assert.match(err, /requested expiration of 7776000 seconds shortened to 2592000 seconds/);
      const asRobot = ["auth", "whoami", `--token=${out.trim()}`];
      assert.match(await outputOfSuccess(kubectl(asRobot)), /system:serviceaccount:garden-sprout:robot/);
      await outputOfSuccess(account("delete"));
      await outputOfSuccess(account("create"));
      await assertFails(kubectl(asRobot), /Unauthorized|must be logged in/);
    },
  },
  {
    name: "44 a binding protects its Secret, and the extension checks the keys",
    run: async ({ kubectl, write }) => {
      const secret = (accessKeyID: string) => ({
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "keys", namespace },
        stringData: { accessKeyID, secretAccessKey: "b".repeat(40) },
      });
      const reference = { apiVersion: "v1", kind: "Secret", name: "keys", namespace };
      const binding = await write("binding.json", {
        apiVersion: "security.gardener.cloud/v1alpha1",
        kind: "CredentialsBinding",
        metadata: { name: "keys", namespace },
        provider: { type: "aws" },
        credentialsRef: reference,
      });
      await outputOfSuccess(kubectl(["apply", "-f", await write("bad.json", secret("bad"))], owner));
      await assertFails(
        kubectl(["create", "-f", binding], owner),
        /aws provider secret sanity check failed: .*secret\.data\[accessKeyID\]: Invalid value: "\(hidden\)"/,
      );
      await outputOfSuccess(kubectl(["apply", "-f", await write("good.json", secret("A".repeat(20)))], owner));
      await outputOfSuccess(kubectl(["create", "-f", binding], owner));
      const read = async (): Promise<unknown> => {
        return JSON.parse(
          await outputOfSuccess(kubectl(["get", "secret", "keys", "-n", namespace, "-o", "json"], owner)),
        );
      };
      await eventually(
        async () => listAt(await read(), "metadata", "finalizers").includes("gardener.cloud/credentialsbinding"),
        "the Secret is protected",
      );
      await outputOfSuccess(kubectl(["delete", "secret", "keys", "-n", namespace, "--wait=false"], owner));
      assert.notEqual(stringAt(await read(), "metadata", "deletionTimestamp"), undefined);
      await outputOfSuccess(kubectl(["delete", "cb", "keys", "-n", namespace], owner));
      await eventually(
        async () => (await kubectl(["get", "secret", "keys", "-n", namespace], owner)).code !== 0,
        "the Secret is gone",
      );
    },
  },
  {
    name: "46 a workload identity has the subject that a cloud trusts, and goes with its binding",
    run: async ({ kubectl, write }) => {
      const identity = (audiences: readonly string[]) => ({
        apiVersion: "security.gardener.cloud/v1alpha1",
        kind: "WorkloadIdentity",
        metadata: { name: "trusted", namespace },
        spec: {
          audiences,
          targetSystem: { type: "aws", providerConfig: { roleARN: "arn:aws:iam::123456789012:role/gardener" } },
        },
      });
      const refused = kubectl(["create", "-f", await write("no-audience.json", identity([]))], owner);
      await assertFails(refused, /spec\.audiences: Required value: must provide at least one audience/);
      await outputOfSuccess(kubectl(["create", "-f", await write("identity.json", identity(["sts"]))], owner));
      const listed = await outputOfSuccess(kubectl(["get", "wi", "trusted", "-n", namespace], owner));
      assert.match(listed, /gardener\.cloud:workloadidentity:garden-sprout:trusted:[0-9a-f-]{36}\s+aws/);
      const reference = {
        apiVersion: "security.gardener.cloud/v1alpha1",
        kind: "WorkloadIdentity",
        name: "trusted",
        namespace,
      };
      const binding = await write("identity-binding.json", {
        apiVersion: "security.gardener.cloud/v1alpha1",
        kind: "CredentialsBinding",
        metadata: { name: "trusted", namespace },
        provider: { type: "aws" },
        credentialsRef: reference,
      });
      await outputOfSuccess(kubectl(["create", "-f", binding], owner));
      await eventually(
        async () =>
          (await outputOfSuccess(kubectl(["get", "wi", "trusted", "-n", namespace, "-o", "json"], owner))).includes(
            "gardener.cloud/credentialsbinding",
          ),
        "the identity is protected",
      );
      await outputOfSuccess(kubectl(["delete", "wi", "trusted", "-n", namespace, "--wait=false"], owner));
      await outputOfSuccess(kubectl(["delete", "cb", "trusted", "-n", namespace], owner));
      await eventually(
        async () => (await kubectl(["get", "wi", "trusted", "-n", namespace], owner)).code !== 0,
        "the identity is gone",
      );
    },
  },
  {
    name: "45 a project is deleted once that is confirmed, with its namespace",
    run: async ({ kubectl }) => {
      const remove = ["delete", "project", "sprout"];
      await assertFails(kubectl(remove, owner), /must have a "confirmation\.gardener\.cloud\/deletion" annotation/);
      await outputOfSuccess(
        kubectl(["annotate", "project", "sprout", "confirmation.gardener.cloud/deletion=true"], owner),
      );
      await outputOfSuccess(kubectl(remove));
      await assertFails(kubectl(["get", "namespace", namespace]), /NotFound/);
    },
  },
];
