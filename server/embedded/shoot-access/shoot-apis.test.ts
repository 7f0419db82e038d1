import {
  ApiException,
  CoreV1Api,
  KubeConfig,
  PatchStrategy,
  setHeaderOptions,
  VersionApi,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textAt } from "#lib/kube/field.ts";
import { type EmbeddedGarden, startEmbeddedGarden } from "../start-embedded-garden.ts";
import { createRawClient, type RawClient } from "../testing/raw-client.ts";

let garden: EmbeddedGarden;
let raw: RawClient;

beforeAll(async () => {
  garden = await startEmbeddedGarden({ life: false, now: new Date("2026-08-10T09:30:00Z"), speed: 0, pace: 20 });
  raw = createRawClient(garden);
});
afterAll(async () => {
  raw.close();
  await garden.stop();
});

const shootsPath = "/apis/core.gardener.cloud/v1beta1/namespaces";

async function kubeconfigOf(shoot: string, role: "admin" | "viewer", seconds = 3600): Promise<KubeConfig> {
  const [namespace, name] = shoot.split("/");
  const answer = await raw.send({
    method: "POST",
    path: `${shootsPath}/${namespace}/shoots/${name}/${role}kubeconfig`,
    body: { spec: { expirationSeconds: seconds } },
  });
  expect(answer.status).toBe(201);
  const config = new KubeConfig();
  config.loadFromString(Buffer.from(textAt(answer.json, "status", "kubeconfig") ?? "", "base64").toString());
  return config;
}

const coreOf = async (shoot: string, role: "admin" | "viewer" = "admin") =>
  (await kubeconfigOf(shoot, role)).makeApiClient(CoreV1Api);

async function codeOf(call: Promise<unknown>): Promise<number | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof ApiException) return error.code;
    throw error;
  }
}

describe("the API of a Shoot", () => {
  test("says the Shoot's version and shows its nodes, page by page", async () => {
    const config = await kubeconfigOf("garden-payments/ledger-eu", "admin");
    const version = await config.makeApiClient(VersionApi).getCode();
    const shoot = await raw.send({ path: `${shootsPath}/garden-payments/shoots/ledger-eu` });
    expect(version.gitVersion).toBe(`v${textAt(shoot.json, "spec", "kubernetes", "version")}`);
    const core = config.makeApiClient(CoreV1Api);
    const { items } = await core.listNode();
    expect(items.length).toBeGreaterThan(2);
    const first = await core.listNode({ limit: 2 });
    const rest = await core.listNode({ limit: 500, _continue: first.metadata?._continue ?? "" });
    expect([...first.items, ...rest.items].map(({ metadata }) => metadata?.name)).toEqual(
      items.map(({ metadata }) => metadata?.name),
    );
  });
});
