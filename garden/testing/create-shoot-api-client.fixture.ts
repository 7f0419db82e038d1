import { ApiException, CoreV1Api, KubeConfig, PatchStrategy, setHeaderOptions } from "@kubernetes/client-node";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { stringAt } from "#lib/kube/field.ts";
import { createRawClient } from "./raw-client.ts";

export interface ListedNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly kubelet: string;
  readonly ready: boolean;
  readonly cordoned: boolean;
}

/** Official Kubernetes client for a Shoot's API, with one of the Shoot's kubeconfigs. */
export interface ShootClientFixture {
  readonly config: KubeConfig;
  readonly core: CoreV1Api;
  nodes(): Promise<readonly ListedNode[]>;
  patchNode(name: string, patch: object): Promise<unknown>;
}

/** Requests a kubeconfig of the Shoot `namespace/name` as the operator, and creates a client. */
export async function createShootApiClient(
  garden: EmbeddedGarden,
  shoot: string,
  { role = "admin", seconds = 3600 }: { readonly role?: "admin" | "viewer"; readonly seconds?: number } = {},
): Promise<ShootClientFixture> {
  const raw = createRawClient(garden);
  const [namespace, name] = shoot.split("/");
  const answer = await raw.send({
    method: "POST",
    path: `/apis/core.gardener.cloud/v1beta1/namespaces/${namespace}/shoots/${name}/${role}kubeconfig`,
    body: { spec: { expirationSeconds: seconds } },
  });
  raw.close();
  if (answer.status !== 201) throw new Error(`no kubeconfig for ${shoot}: ${answer.text}`);
  const config = new KubeConfig();
  config.loadFromString(Buffer.from(stringAt(answer.json, "status", "kubeconfig") ?? "", "base64").toString());
  const core = config.makeApiClient(CoreV1Api);
  return {
    config,
    core,
    async nodes() {
      const { items } = await core.listNode();
      return items.map(({ metadata, spec, status }) => ({
        name: metadata?.name ?? "",
        labels: metadata?.labels ?? {},
        annotations: metadata?.annotations ?? {},
        kubelet: status?.nodeInfo?.kubeletVersion ?? "",
        ready: status?.conditions?.find(({ type }) => type === "Ready")?.status === "True",
        cordoned: spec?.unschedulable === true,
      }));
    },
    patchNode: (node, patch) =>
      core.patchNode({ name: node, body: patch }, setHeaderOptions("Content-Type", PatchStrategy.MergePatch)),
  };
}

/** The status code of a request that fails; undefined if it succeeds. */
export async function rejectionCodeOf(call: Promise<unknown>): Promise<number | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof ApiException) return error.code;
    throw error;
  }
}
