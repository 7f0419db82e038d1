import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { POST as reveal } from "#app/api/clusters/[project]/[name]/reveal/route.ts";
import { POST as serviceAccountKubeconfig } from "#app/api/projects/[project]/service-accounts/kubeconfig/route.ts";
import { GET as gardenKubeconfig } from "#app/api/session/kubeconfig/route.ts";
import { GET as getSession } from "#app/api/session/route.ts";
import { type RevealRequest, revealResponseSchema } from "#lib/contract/credentials-reveal.ts";
import { type GardenKubeconfig, gardenKubeconfigSchema } from "#lib/contract/garden-kubeconfig.ts";
import { serviceAccountKubeconfigSchema } from "#lib/contract/project/service-accounts.ts";
import { sessionSchema } from "#lib/contract/session.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps, shoots } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import type { Almanac } from "#server/app/container.ts";
import type { OidcConfig } from "#server/config/sign-in-config.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden } from "#server/testing/embedded-garden.ts";
import { problemIn, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { createGardenKubeconfig } from "./garden-kubeconfig.ts";

const folder = mkdtempSync(path.join(tmpdir(), "almanac-garden-access-"));
afterAll(() => rmSync(folder, { recursive: true }));
const fileWith = (name: string, text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

const demo = startDemoTestBed({ garden: { speed: 0 } });

/** Name of the command on the PATH. */
const kubectl = "kubectl";
const hasKubectl = spawnSync(kubectl, ["version", "--client"]).status === 0;

/** A kubeconfig as kubectl reads it. */
function readByKubectl(text: string): unknown {
  const file = fileWith("kubeconfig.yaml", text);
  return parse(
    execFileSync(kubectl, ["config", "view", "--raw", "--kubeconfig", file], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
}

function argumentsIn(kubeconfig: unknown): readonly unknown[] {
  return listAt(listAt(kubeconfig, "users")[0], "user", "exec", "args");
}

/** What gives access: none of it is in a kubeconfig that is for everybody. */
const secretKeys = /token|client-key-data|client-certificate-data|password|client-secret/;

describe("the kubeconfig for the garden", () => {
  const oidc: OidcConfig = {
    ...{ issuer: "https://id.example", clientId: "almanac", clientSecretFile: "/canary-secret", scopes: "openid" },
    ...{
      caFile: undefined,
      automatic: false,
      redirectUri: "",
      signedOutUri: "",
      demoClaims: { username: "", groups: "" },
    },
  };
  const sources = {
    oidc,
    publicClient: { id: "kubectl", scopes: ["email", "groups"] },
    isInCluster: false,
    endpoint: async () => ({ server: "https://api.garden.example/prefix", ca: "the authorities", isOwn: false }),
    gardenName: "harborline",
  };

  async function offered(more: Partial<typeof sources> = {}) {
    const kubeconfig = await createGardenKubeconfig({ ...sources, ...more });
    if (kubeconfig.state !== "offered") throw new Error(kubeconfig.reason);
    return kubeconfig;
  }

  test("lets kubectl sign in with the public client, and holds no secret", async () => {
    const { text, fileName, server, isOwnAddress } = await offered();
    const read: unknown = parse(text);
    expect(argumentsIn(read)).toEqual([
      ...["oidc-login", "get-token", "--oidc-issuer-url=https://id.example", "--oidc-client-id=kubectl"],
      ...["--oidc-extra-scope=email", "--oidc-extra-scope=groups"],
    ]);
    expect(listAt(read, "clusters")[0]).toEqual({
      name: "garden-harborline",
      cluster: {
        server: "https://api.garden.example/prefix",
        "certificate-authority-data": Buffer.from("the authorities").toString("base64"),
      },
    });
    expect({ fileName, server, isOwnAddress }).toEqual({
      fileName: "kubeconfig-garden-harborline.yaml",
      server: "https://api.garden.example/prefix",
      isOwnAddress: false,
    });
    expect(Object.keys(fieldAt(listAt(read, "users")[0], "user") ?? {})).toEqual(["exec"]);
    expect(text).not.toMatch(/canary|almanac/);
  });

  test("brings the provider's authorities along where the system does not know them", async () => {
    const caFile = fileWith("provider.crt", "the provider's authorities");
    const { text } = await offered({ oidc: { ...oidc, caFile } });
    const data = Buffer.from("the provider's authorities").toString("base64");
    expect(argumentsIn(parse(text)).at(-1)).toBe(`--certificate-authority-data=${data}`);
  });

  test("has a file name without characters of other systems, whatever the garden is called", async () => {
    expect((await offered({ gardenName: "../live garden" })).fileName).toBe("kubeconfig-garden-..-live-garden.yaml");
  });

  test.each<[string, Partial<Parameters<typeof createGardenKubeconfig>[0]>, RegExp]>([
    ["no provider is configured", { oidc: undefined }, /OIDC_ISSUER/],
    ["no client for kubectl is configured", { publicClient: undefined }, /KUBECONFIG_OIDC_CLIENT_ID/],
    [
      "the only known address is that of a cluster's inside",
      {
        isInCluster: true,
        endpoint: async () => ({ server: "https://10.0.0.1", ca: undefined, isOwn: true }),
      },
      /GARDEN_EXTERNAL_URL/,
    ],
  ])("is not offered while %s, and the setting is named", async (_what, more, reason) => {
    const kubeconfig = await createGardenKubeconfig({ ...sources, ...more });
    expect(kubeconfig).toEqual({ state: "unavailable", reason: expect.stringMatching(reason) });
  });

  // Skipped where there is no kubectl.
  test.skipIf(!hasKubectl)("is one that kubectl reads", async () => {
    const read = readByKubectl((await offered()).text);
    expect(stringAt(read, "current-context")).toBe("garden-harborline");
    expect(argumentsIn(read)).toContain("--oidc-client-id=kubectl");
    expect(stringAt(listAt(read, "users")[0], "user", "exec", "interactiveMode")).toBe("IfAvailable");
  });
});

describe("the address that people use", () => {
  const settings = {
    ...{ PUBLIC_ORIGIN: "http://127.0.0.1:3000", OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "almanac" },
    KUBECONFIG_OIDC_CLIENT_ID: "kubectl",
  };

  async function withSettings<Seen>(
    env: Readonly<Record<string, string>>,
    look: (app: Almanac) => Promise<Seen>,
  ): Promise<Seen> {
    const world = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded), env });
    try {
      await vi.waitUntil(() => world.app.isReady(), eventuallyTimeoutMs);
      return await look(world.app);
    } finally {
      await world.stop();
    }
  }

  const ask = async (app = demo.app): Promise<GardenKubeconfig> =>
    parseOkResponse(await demo.call(gardenKubeconfig, "stranger", { app }), gardenKubeconfigSchema);

  test("is that of the setting, with its authorities, in every kubeconfig for the garden", async () => {
    const GARDEN_EXTERNAL_CA_FILE = fileWith("garden.crt", "external authorities");
    const env = { ...settings, GARDEN_EXTERNAL_URL: "https://api.harborline.example/", GARDEN_EXTERNAL_CA_FILE };
    await withSettings(env, async (app) => {
      const cluster = {
        server: "https://api.harborline.example",
        "certificate-authority-data": Buffer.from("external authorities").toString("base64"),
      };
      const own = await ask(app);
      expect(own).toMatchObject({ state: "offered", isOwnAddress: false, server: "https://api.harborline.example" });
      expect(fieldAt(listAt(parse(own.state === "offered" ? own.text : ""), "clusters")[0], "cluster")).toEqual(
        cluster,
      );
      const robot = await parseOkResponse(
        await demo.call(serviceAccountKubeconfig, "owner-commerce", {
          app,
          params: { project: "shop" },
          body: { name: "default", expirationSeconds: 3600 },
        }),
        serviceAccountKubeconfigSchema,
      );
      expect(fieldAt(listAt(parse(robot.text), "clusters")[0], "cluster")).toEqual(cluster);
    });
  });

  test("is Almanac's own without the setting, which is said", async () => {
    await withSettings(settings, async (app) => {
      expect(await ask(app)).toMatchObject({ state: "offered", isOwnAddress: true, server: demo.embedded.url });
    });
  });

  test("is not told without a client for kubectl, which is what the demo has", async () => {
    expect(await ask()).toMatchObject({ state: "unavailable" });
  });
});

describe("the identity of the garden", () => {
  test("is told to everybody who is signed in", async () => {
    const session = await parseOkResponse(await demo.call(getSession, "stranger"), sessionSchema);
    expect(session.gardenIdentity).toBe("harborline");
  });
});

describe("the gardenlogin kubeconfig", () => {
  const params = { project: "shop", name: "storefront-eu" };
  const ask = (person: string, accessLevel: "auto" | "admin" | "viewer" = "auto", at = params) => {
    const body: RevealRequest = { what: "gardenlogin-kubeconfig", accessLevel };
    return demo.call(reveal, person, { params: at, body });
  };
  async function textFor(...given: Parameters<typeof ask>): Promise<string> {
    const { parts } = await parseOkResponse(await ask(...given), revealResponseSchema);
    expect(parts).toMatchObject([{ secret: false, fileName: "kubeconfig-gardenlogin-garden-shop-storefront-eu.yaml" }]);
    return parts[0]?.text ?? "";
  }

  test("leads gardenlogin to the cluster, at every address of its API server", async () => {
    const read: unknown = parse(await textFor("viewer"));
    const shoot = demo.shoot("shop", "storefront-eu");
    const names = listAt(shoot, "status", "advertisedAddresses").map((address) => stringAt(address, "name"));
    const api = names.filter((name) => name !== undefined && ["external", "internal", "unmanaged"].includes(name));
    expect(listAt(read, "contexts").map((context) => stringAt(context, "name"))).toEqual(
      api.map((name) => `garden-shop--storefront-eu-${name}`),
    );
    const map = { resource: configMaps, namespace: "garden-shop", name: "storefront-eu.ca-cluster" };
    const ca = stringAt(demo.embedded.api.get<KubeObject>(map), "data", "ca.crt") ?? "";
    expect(ca).toContain("BEGIN CERTIFICATE");
    for (const cluster of listAt(read, "clusters")) {
      expect(fieldAt(cluster, "cluster")).toEqual({
        server: expect.stringMatching(/^https:/),
        "certificate-authority-data": Buffer.from(ca).toString("base64"),
        extensions: [
          {
            name: "client.authentication.k8s.io/exec",
            extension: {
              shootRef: { namespace: "garden-shop", name: "storefront-eu" },
              gardenClusterIdentity: "harborline",
            },
          },
        ],
      });
    }
    expect(await textFor("viewer"), "without references, which not every reader follows").not.toMatch(/: [&*]a\d/);
    const exec = fieldAt(listAt(read, "users")[0], "user", "exec");
    expect(exec).toMatchObject({ provideClusterInfo: true, args: ["gardenlogin", "get-client-certificate"] });
  });

  test.each(["admin", "viewer"] as const)("asks for the access level %s where it is chosen", async (level) => {
    expect(argumentsIn(parse(await textFor("viewer", level)))).toEqual([
      ...["gardenlogin", "get-client-certificate", `--access-level=${level}`],
    ]);
  });

  test("holds no secret, also for who could have one", async () => {
    expect(await textFor("owner-commerce", "admin")).not.toMatch(secretKeys);
  });

  test("is for nobody who does not see the cluster", async () => {
    expect((await ask("stranger")).status).toBe(403);
  });

  test("is not made of a cluster that has no address yet", async () => {
    const young = demo.embedded.api
      .list<Shoot>({ resource: shoots })
      .find(({ status, metadata }) => !status?.advertisedAddresses?.length && metadata.namespace === "garden-sandbox");
    if (young === undefined) throw new Error("every cluster of the sandbox has an address");
    const problem = await problemIn(await ask("operator", "auto", { project: "sandbox", name: young.metadata.name }));
    expect(problem).toMatchObject({ status: 404, detail: expect.stringContaining("not ready yet") });
  });

  // Skipped where there is no kubectl.
  test.skipIf(!hasKubectl)("is one that kubectl reads", async () => {
    const read = readByKubectl(await textFor("viewer", "viewer"));
    expect(argumentsIn(read)).toEqual(["gardenlogin", "get-client-certificate", "--access-level=viewer"]);
    const [cluster] = listAt(read, "clusters");
    expect(JSON.stringify(cluster)).toContain('"gardenClusterIdentity":"harborline"');
  });
});
