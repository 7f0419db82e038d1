import { X509Certificate } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { POST } from "#app/api/clusters/[project]/[name]/reveal/route.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { type RevealRequest, revealResponseSchema } from "#lib/contract/credentials-reveal.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { configMaps, secrets, shoots } from "#lib/kube/resource.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden } from "#server/testing/embedded-garden.ts";
import { problemIn, startRouteTestBed } from "#server/testing/route-test-bed.ts";

const canaries = { password: "canary-password-Kx81", privateKey: "canary-private-key-Qz27", auth: "canary-auth-Lm90" };
const shop = { project: "shop", name: "storefront-eu" };
const namespace = "garden-shop";

const demo = startDemoTestBed({ plant });

function plant({ api }: EmbeddedGarden): void {
  const data = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([key, text]) => [key, Buffer.from(text).toString("base64")]));
  api.patch(
    { resource: secrets, namespace, name: "storefront-eu.monitoring" },
    {
      metadata: { annotations: { "plutono-url": "https://gu.example/", "prometheus-url": "javascript:alert(1)" } },
      data: data({ username: "admin", password: canaries.password, auth: canaries.auth }),
    },
  );
  for (const name of ["storefront-eu.ssh-keypair", "storefront-eu.ssh-keypair.old"]) {
    const target = { resource: secrets, namespace, name };
    const object = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name, namespace },
      data: data({ id_rsa: `${name} ${canaries.privateKey}`, "id_rsa.pub": "ssh-ed25519 AAAA gardener" }),
    };
    if (api.get(target)) api.patch(target, { data: object.data });
    else api.create({ resource: secrets, namespace }, object);
  }
}

/** S16, S20: checks that no log line contains credentials. */
afterEach(() => {
  const log = demo.log.join("\n");
  for (const canary of Object.values(canaries)) {
    expect(log).not.toContain(canary);
    expect(log).not.toContain(Buffer.from(canary).toString("base64").slice(0, -4));
  }
  expect(log).not.toMatch(/BEGIN|client-key-data/);
});

const reveal = (identity: string, body: RevealRequest, params = shop, app = demo.app) =>
  demo.call(POST, identity, { params, body, app });

async function revealed(identity: string, body: RevealRequest) {
  const response = await reveal(identity, body);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return parseOkResponse(response, revealResponseSchema);
}

describe("S16: an owner is shown, on demand,", () => {
  test("the monitoring password, and links that are web addresses only", async () => {
    const { parts, links } = await revealed("owner-commerce", { what: "monitoring" });
    expect(parts.map(({ label, text }) => [label, text])).toEqual([
      ["User name", "admin"],
      ["Password", canaries.password],
    ]);
    expect(links).toContainEqual({ label: "Plutono", url: "https://gu.example/" });
    expect(links.map(({ label }) => label)).not.toContain("Prometheus");
  });

  test.each(["ssh-keypair", "old-ssh-keypair"] as const)("the %s with its private half", async (what) => {
    const { parts } = await revealed("owner-commerce", { what });
    expect(parts.map(({ label, secret }) => [label, secret])).toEqual([
      ["Private key", true],
      ["Public key", false],
    ]);
    expect(parts[0]?.text).toBe(
      `storefront-eu.${what === "ssh-keypair" ? what : "ssh-keypair.old"} ${canaries.privateKey}`,
    );
  });

  test("the bundle with every certificate that clients have to trust", async () => {
    const { parts, certificates } = await revealed("owner-commerce", { what: "ca-bundle" });
    const { fingerprint256 } = new X509Certificate(parts[0]?.text ?? "");
    expect(certificates).toHaveLength(1);
    expect(certificates?.[0]?.fingerprint).toBe(fingerprint256);
    const target = { resource: configMaps, namespace, name: "storefront-eu.ca-cluster" };
    demo.embedded.api.patch(target, { data: { "ca.crt": `${parts[0]?.text}not a certificate\n${parts[0]?.text}` } });
    expect((await revealed("owner-commerce", { what: "ca-bundle" })).certificates).toHaveLength(2);
  });

  test.each([600, 3600, 86_400])("a kubeconfig that ends after %i seconds, as the garden says", async (seconds) => {
    const {
      parts,
      expiresAt = "",
      revealedAt,
    } = await revealed("owner-commerce", {
      what: "admin-kubeconfig",
      expirationSeconds: seconds,
    });
    expect(parts[0]?.text).toContain("client-certificate-data");
    expect(parts[0]?.fileName).toBe("kubeconfig-admin-garden-shop-storefront-eu.yaml");
    expect(Math.abs(Date.parse(expiresAt) - Date.parse(revealedAt) - seconds * 1000)).toBeLessThan(5_000);
  });
});

test.each([0, 599, 86_401, 1e9])("a life of %i seconds is refused before the garden is asked", async (seconds) => {
  const response = await reveal("owner-commerce", { what: "viewer-kubeconfig", expirationSeconds: seconds });
  expect(await problemIn(response)).toMatchObject({ status: 400, reason: "invalid-request" });
});

describe("the garden decides who is shown what", () => {
  test.each(["monitoring", "ssh-keypair", "old-ssh-keypair"] as const)("a viewer is refused the %s", async (what) => {
    expect(await problemIn(await reveal("viewer", { what }))).toMatchObject({ status: 403, reason: "forbidden" });
  });

  test("a viewer gets the viewer kubeconfig and the bundle, and no admin kubeconfig", async () => {
    await revealed("viewer", { what: "viewer-kubeconfig", expirationSeconds: 600 });
    await revealed("viewer", { what: "ca-bundle" });
    const refused = await reveal("viewer", { what: "admin-kubeconfig", expirationSeconds: 600 });
    expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "forbidden" });
  });

  test("a stranger learns nothing, not even whether it is there", async () => {
    for (const name of [shop.name, "no-such-cluster"]) {
      const refused = await reveal("stranger", { what: "monitoring" }, { project: "shop", name });
      expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "forbidden" });
    }
  });
});

test("what is not there is said of the thing itself, not of the cluster", async () => {
  const other = { project: "shop", name: "storefront-us" };
  expect(
    demo.embedded.api.get({ resource: secrets, namespace, name: "storefront-us.ssh-keypair.old" }),
  ).toBeUndefined();
  const problem = await problemIn(await reveal("owner-commerce", { what: "old-ssh-keypair" }, other));
  expect(problem).toMatchObject({ status: 404, detail: "There is no old SSH key pair: it was not rotated yet." });
});

test("a kubeconfig of a cluster that is not finished is not ready yet", async () => {
  const unfinished = demo.embedded.api
    .list<Shoot>({ resource: shoots })
    .find(({ status, metadata }) => !status?.advertisedAddresses?.length && metadata.namespace?.startsWith("garden-"));
  const { name = "", namespace: of = "" } = unfinished?.metadata ?? {};
  const cluster = { project: of.replace("garden-", ""), name };
  const body = { what: "viewer-kubeconfig", expirationSeconds: 600 } as const;
  const problem = await problemIn(await reveal("operator", body, cluster));
  expect(problem).toMatchObject({ status: 404, detail: expect.stringMatching(/^The cluster is not ready yet/) });
});

test("S22: who asks too often has to wait", async () => {
  const limited = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded), isLimited: true });
  try {
    while (limited.app.limits.take("reveal", limited.app.personOf("owner-commerce")) === 0);
    expect((await reveal("owner-commerce", { what: "monitoring" }, shop, limited.app)).status).toBe(429);
  } finally {
    await limited.stop();
  }
});

test("read-only: an admin kubeconfig is refused, what cannot change anything is shown", async () => {
  const readOnly = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded), env: { READ_ONLY: "true" } });
  try {
    const asking = (body: RevealRequest) => reveal("operator", body, shop, readOnly.app);
    const refused = await asking({ what: "admin-kubeconfig", expirationSeconds: 600 });
    expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "read-only" });
    expect((await asking({ what: "ca-bundle" })).status).toBe(200);
  } finally {
    await readOnly.stop();
  }
});

test("S21: each retrieval leaves one line that says what", async () => {
  const before = demo.log.length;
  await reveal("owner-commerce", { what: "monitoring" });
  await reveal("viewer", { what: "monitoring" });
  const lines = demo.log.slice(before).filter((line) => line.includes('"audit":"reveal"'));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      what: "monitoring",
      cluster: "shop/storefront-eu",
      result: "done",
      user: "owner-commerce",
    }),
    expect.objectContaining({ what: "monitoring", cluster: "shop/storefront-eu", result: "forbidden", user: "viewer" }),
  ]);
});
