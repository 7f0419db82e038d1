import assert from "node:assert/strict";
import { stringAt } from "#lib/kube/field.ts";
import {
  assertFails,
  eventually,
  headerOf,
  type KubectlBench,
  type KubectlCheck,
  nonEmptyLinesOf,
  outputOfSuccess,
} from "../check.ts";

const namespace = "garden-payments";
const shoot = "ledger-eu";
const restart = "worker.gardener.cloud/restart-systemd-services";

/** Writes a file with a kubeconfig of the Shoot. */
async function kubeconfigOf(bench: KubectlBench, role: "admin" | "viewer"): Promise<string> {
  const kind = role === "admin" ? "AdminKubeconfigRequest" : "ViewerKubeconfigRequest";
  const request = await bench.write(`${role}-request.json`, {
    apiVersion: "authentication.gardener.cloud/v1alpha1",
    kind,
    spec: { expirationSeconds: 3600 },
  });
  const path = `/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}/shoots/${shoot}/${role}kubeconfig`;
  const answer: unknown = JSON.parse(await outputOfSuccess(bench.kubectl(["create", "--raw", path, "-f", request])));
  const text = Buffer.from(stringAt(answer, "status", "kubeconfig") ?? "", "base64").toString("utf8");
  return bench.write(`${shoot}.${role}.kubeconfig`, text);
}

async function inShoot(bench: KubectlBench, role: "admin" | "viewer") {
  const kubeconfig = `--kubeconfig=${await kubeconfigOf(bench, role)}`;
  return (...args: readonly string[]) => bench.kubectl([kubeconfig, ...args]);
}

/** Checks of a Shoot's API, with kubeconfigs issued by the garden. */
export const shootClusterChecks: readonly KubectlCheck[] = [
  {
    name: "41 a Shoot's nodes, pods and version are read through its own kubeconfig",
    run: async (bench) => {
      const viewer = await inShoot(bench, "viewer");
      const version = await outputOfSuccess(
        bench.kubectl(["get", "shoot", shoot, "-n", namespace, "-o=jsonpath={.spec.kubernetes.version}"]),
      );
      assert.match(
        await outputOfSuccess(viewer("version")),
        new RegExp(`Server Version:.*v${version.replaceAll(".", "\\.")}`),
      );
      const nodes = await outputOfSuccess(viewer("get", "nodes", "-o", "wide"));
      assert.equal(
        headerOf(nodes),
        "NAME|STATUS|ROLES|AGE|VERSION|INTERNAL-IP|EXTERNAL-IP|OS-IMAGE|KERNEL-VERSION|CONTAINER-RUNTIME",
      );
      const count = nonEmptyLinesOf(nodes).length - 1;
      assert.ok(count > 2, nodes);
      assert.equal(
        nonEmptyLinesOf(await outputOfSuccess(viewer("get", "nodes", "-o", "name", "--chunk-size=2"))).length,
        count,
      );
      const pods = await outputOfSuccess(viewer("get", "pods", "-A", "-l", "app=kube-proxy"));
      assert.equal(headerOf(pods), "NAMESPACE|NAME|READY|STATUS|RESTARTS|AGE");
      assert.equal(nonEmptyLinesOf(pods).length - 1, count);
    },
  },
  {
    name: "42 an annotation on a node restarts its units, tells it by events, and is not for viewers",
    run: async (bench) => {
      const [admin, viewer] = [await inShoot(bench, "admin"), await inShoot(bench, "viewer")];
      const [node = ""] = nonEmptyLinesOf(await outputOfSuccess(admin("get", "nodes", "-o", "name")));
      await assertFails(viewer("annotate", node, `${restart}=kubelet`), /Forbidden.*cannot patch resource "nodes"/);
      await outputOfSuccess(admin("annotate", node, `${restart}=kubelet,nonsense`));
      await eventually(
        async () => !(await outputOfSuccess(admin("get", node, "-o", "yaml"))).includes(restart),
        "the annotation goes",
      );
      const described = await outputOfSuccess(admin("describe", node));
      assert.match(
        described,
        /Normal\s+SystemDUnitRestart .*processed restart of unit "kubelet\.service" with error <nil>/,
      );
      assert.match(described, /Warning\s+SystemDUnitRestart .*Unit nonsense\.service not found/);
    },
  },
  {
    name: "43 nodes are labelled, cordoned, and replaced when their pool rolls",
    run: async (bench) => {
      const admin = await inShoot(bench, "admin");
      const nodes = nonEmptyLinesOf(await outputOfSuccess(admin("get", "nodes", "-o", "name")));
      const [first = ""] = nodes;
      await outputOfSuccess(admin("label", first, "example.com/mine=yes"));
      await outputOfSuccess(admin("cordon", first.replace("node/", "")));
      assert.match(
        await outputOfSuccess(admin("get", "nodes", "-l", "example.com/mine=yes")),
        /Ready,SchedulingDisabled/,
      );
      const roll = ["annotate", "shoot", shoot, "-n", namespace, "gardener.cloud/operation=rollout-workers=*"];
      await outputOfSuccess(bench.kubectl(roll));
      const replaced = async () => {
        const now = nonEmptyLinesOf(await outputOfSuccess(admin("get", "nodes", "-o", "name")));
        return now.length === nodes.length && now.every((name) => !nodes.includes(name));
      };
      await eventually(replaced, "every node is another one");
    },
  },
];
