import assert from "node:assert/strict";
import { stringAt } from "#lib/kube/field.ts";
import {
  assertFails,
  headerOf,
  type KubectlBench,
  type KubectlCheck,
  nonEmptyLinesOf,
  outputOfSuccess,
} from "../check.ts";

/** A kubectl of the administrator of a Shoot's cluster. */
async function inShoot(bench: KubectlBench, namespace: string, shoot: string) {
  const request = await bench.write("workload-request.json", {
    apiVersion: "authentication.gardener.cloud/v1alpha1",
    kind: "AdminKubeconfigRequest",
    spec: { expirationSeconds: 3600 },
  });
  const path = `/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}/shoots/${shoot}/adminkubeconfig`;
  const answer: unknown = JSON.parse(await outputOfSuccess(bench.kubectl(["create", "--raw", path, "-f", request])));
  const text = Buffer.from(stringAt(answer, "status", "kubeconfig") ?? "", "base64").toString("utf8");
  const kubeconfig = `--kubeconfig=${await bench.write(`${shoot}.workload.kubeconfig`, text)}`;
  return (args: readonly string[], options?: Parameters<KubectlBench["kubectl"]>[1]) =>
    bench.kubectl([kubeconfig, ...args], options);
}

/** Checks of the workload in Shoots' clusters: what stands in the way of an update is seen, and changed. */
export const shootWorkloadChecks: readonly KubectlCheck[] = [
  {
    name: "50 budgets, webhooks, APIs and volumes of a cluster are printed as kubectl prints them",
    run: async (bench) => {
      const kubectl = await inShoot(bench, "garden-payments", "ledger-us");
      const headers = {
        poddisruptionbudgets: "NAMESPACE|NAME|MIN AVAILABLE|MAX UNAVAILABLE|ALLOWED DISRUPTIONS|AGE",
        services: "NAMESPACE|NAME|TYPE|CLUSTER-IP|EXTERNAL-IP|PORT(S)|AGE",
        endpointslices: "NAMESPACE|NAME|ADDRESSTYPE|PORTS|ENDPOINTS|AGE",
        deployments: "NAMESPACE|NAME|READY|UP-TO-DATE|AVAILABLE|AGE",
        replicasets: "NAMESPACE|NAME|DESIRED|CURRENT|READY|AGE",
        validatingwebhookconfigurations: "NAME|WEBHOOKS|AGE",
        apiservices: "NAME|SERVICE|AVAILABLE|AGE",
      };
      for (const [resource, header] of Object.entries(headers)) {
        assert.equal(headerOf(await outputOfSuccess(kubectl(["get", resource, "-A"]))), header);
      }
      assert.match(
        await outputOfSuccess(kubectl(["describe", "pdb", "order-service", "-n", "orders"])),
        /Allowed disruptions: +0\n/,
      );
    },
  },
  {
    name: "48 a budget that allows nothing stops a drain; patched, it lets the drain pass",
    run: async (bench) => {
      const kubectl = await inShoot(bench, "garden-payments", "ledger-us");
      const where = ["get", "pods", "-n", "orders", "-l", "app=order-service", "-o=jsonpath={.items[0].spec.nodeName}"];
      const node = await outputOfSuccess(kubectl(where));
      const drain = ["drain", node, "--ignore-daemonsets", "--force", "--delete-emptydir-data"];
      const only = ["--pod-selector=app=order-service"];
      await assertFails(kubectl([...drain, ...only, "--timeout=1s"]), /violate the pod's disruption budget/);
      const patch = ["patch", "pdb", "order-service", "-n", "orders", "-p", '{"spec":{"maxUnavailable":1}}'];
      await outputOfSuccess(kubectl(patch));
      assert.match(await outputOfSuccess(kubectl([...drain, ...only])), /drained|evicted/);
      await outputOfSuccess(kubectl(["uncordon", node]));
      const pods = await outputOfSuccess(kubectl(["get", "pods", "-n", "orders", "-l", "app=order-service"]));
      assert.equal(nonEmptyLinesOf(pods).length - 1, 3);
    },
  },
  {
    name: "49 objects of a cluster are scaled, edited, labelled, applied and deleted",
    run: async (bench) => {
      const kubectl = await inShoot(bench, "garden-payments", "ledger-us");
      await outputOfSuccess(kubectl(["scale", "deployment", "image-policy", "-n", "policy", "--replicas=2"]));
      assert.match(await outputOfSuccess(kubectl(["get", "deployment", "image-policy", "-n", "policy"])), / 2\/2 /);
      const image = "image-policy=registry.harborline.example/image-policy:2";
      await outputOfSuccess(kubectl(["set", "image", "deployment/image-policy", "-n", "policy", image]));
      const read = ["get", "deployment", "image-policy", "-n", "policy"];
      const container = await outputOfSuccess(
        kubectl([...read, "-o=jsonpath={.spec.template.spec.containers[0].resources.requests.cpu}"]),
      );
      assert.equal(container, "50m");
      const editor = await bench.writeScript("edit-budget.sh", ["sed -i -e 's/100%/50%/' \"$1\""]);
      await outputOfSuccess(kubectl(["edit", "pdb", "order-mail", "-n", "orders"], { env: { KUBE_EDITOR: editor } }));
      assert.match(await outputOfSuccess(kubectl(["get", "pdb", "order-mail", "-n", "orders"])), /50% +N\/A +1 /);
      await outputOfSuccess(kubectl(["label", "namespace", "policy", "example.com/checked=yes"]));
      await outputOfSuccess(kubectl(["delete", "validatingwebhookconfiguration", "image-policy"]));
      await assertFails(kubectl(["get", "validatingwebhookconfiguration", "image-policy"]), /NotFound/);
      const budget = await bench.write("budget.json", {
        apiVersion: "policy/v1",
        kind: "PodDisruptionBudget",
        metadata: { name: "applied", namespace: "apps" },
        spec: { minAvailable: 1, selector: { matchLabels: { app: "api" } } },
      });
      assert.match(await outputOfSuccess(kubectl(["apply", "-f", budget])), /created/);
      assert.match(await outputOfSuccess(kubectl(["apply", "-f", budget])), /unchanged|configured/);
      await outputOfSuccess(kubectl(["delete", "-f", budget]));
    },
  },
];
