import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ConnectionPolicy } from "./connection.ts";
import { kubeconfigConnection } from "./kubeconfig.ts";

const strict: ConnectionPolicy = { exec: false, proxyUrl: false, insecureTls: false };
const lenient: ConnectionPolicy = { exec: true, proxyUrl: true, insecureTls: true };

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "kubeconfig-"));
});
afterEach(() => rm(directory, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
}

interface Parts {
  readonly cluster?: Record<string, unknown>;
  readonly user?: Record<string, unknown>;
  readonly current?: string;
}

function config({ cluster, user = { token: "t" }, current = "one" }: Parts = {}): string {
  const base = {
    server: "https://garden.example",
    "certificate-authority-data": Buffer.from("PEM").toString("base64"),
  };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": current,
    clusters: [{ name: "garden", cluster: { ...base, ...cluster } }],
    users: [
      { name: "me", user },
      { name: "other", user: { token: "other-token" } },
    ],
    contexts: [
      { name: "one", context: { cluster: "garden", user: "me" } },
      { name: "two", context: { cluster: "garden", user: "other" } },
      { name: "anonymous", context: { cluster: "garden" } },
    ],
  });
}

async function connect(parts: Parts, policy = strict, context?: string) {
  return kubeconfigConnection({ kind: "kubeconfig", file: await file("config", config(parts)), context }, policy);
}

describe("a kubeconfig", () => {
  test("gives address, authority and credential of its current context", async () => {
    const connection = await connect({ cluster: { "tls-server-name": "kube.example" } });
    expect(connection).toMatchObject({ kind: "kubeconfig", name: "one", server: "https://garden.example" });
    expect(connection.serverName).toBe("kube.example");
    expect(await connection.ca()).toBe("PEM");
    expect(await connection.ownCredential?.()).toEqual({ token: "t" });
  });

  test("gives another context when one is chosen", async () => {
    const connection = await connect({}, strict, "two");
    expect(await connection.ownCredential?.()).toEqual({ token: "other-token" });
  });

  test("without a user leaves Almanac without a credential of its own", async () => {
    expect((await connect({}, strict, "anonymous")).ownCredential).toBeUndefined();
    expect((await connect({ user: {} })).ownCredential).toBeUndefined();
  });

  test("takes the first file that names an entry when there are several", async () => {
    const first = await file("first", config({ user: { token: "first" }, current: "" }));
    const second = await file("second", config({ user: { token: "second" } }));
    const paths = [first, second].join(delimiter);
    const connection = await kubeconfigConnection({ kind: "kubeconfig", file: paths }, strict);
    expect(await connection.ownCredential?.()).toEqual({ token: "first" });
  });

  test("may keep token, certificate and authority in files beside it", async () => {
    await file("token", "from-file\n");
    await file("ca.crt", "CA");
    await file("tls.crt", "CERT");
    await file("tls.key", "KEY");
    const cluster = { "certificate-authority-data": undefined, "certificate-authority": "ca.crt" };
    const byToken = await connect({ cluster, user: { tokenFile: "token" } });
    expect(await byToken.ca()).toBe("CA");
    expect(await byToken.ownCredential?.()).toEqual({ token: "from-file" });
    const byCertificate = await connect({ user: { "client-certificate": "tls.crt", "client-key": "tls.key" } });
    expect(await byCertificate.ownCredential?.()).toEqual({ certificate: { cert: "CERT", key: "KEY" } });
  });

  const marker = () => join(directory, "it-ran");
  const execUser = () => ({
    exec: { apiVersion: "client.authentication.k8s.io/v1", command: "touch", args: [marker()] },
  });

  test.each<[string, () => Parts, RegExp]>([
    ["an exec plugin", () => ({ user: execUser() }), /exec plugin/],
    ["an auth-provider", () => ({ user: { "auth-provider": { name: "oidc", config: {} } } }), /auth-provider/],
    ["a proxy", () => ({ cluster: { "proxy-url": "http://proxy.example" } }), /proxy-url/],
    ["skipped TLS verification", () => ({ cluster: { "insecure-skip-tls-verify": true } }), /insecure-skip-tls-verify/],
    ["plain http", () => ({ cluster: { server: "http://garden.example" } }), /not served over https/],
    ["impersonation", () => ({ user: { token: "t", as: "system:admin" } }), /impersonates/],
    ["a password", () => ({ user: { username: "u", password: "p" } }), /password/],
    ["a certificate without its key", () => ({ user: { "client-certificate-data": "eA==" } }), /without its key/],
    ["a context that is missing", () => ({ current: "three" }), /no context "three"/],
    ["no context at all", () => ({ current: "" }), /no current context/],
  ])("is refused with %s", async (_, parts, sentence) => {
    await expect(connect(parts())).rejects.toMatchObject({
      reason: "configuration",
      message: expect.stringMatching(sentence),
    });
    expect(existsSync(marker())).toBe(false);
  });

  test("is refused when it is missing or no YAML", async () => {
    const missing = kubeconfigConnection({ kind: "kubeconfig", file: join(directory, "nowhere") }, strict);
    await expect(missing).rejects.toMatchObject({ reason: "configuration" });
    const broken = kubeconfigConnection({ kind: "kubeconfig", file: await file("broken", "a: [") }, strict);
    await expect(broken).rejects.toMatchObject({ reason: "configuration" });
  });

  test("may run a plugin when the configuration allows it, and not before a credential is needed", async () => {
    const credential = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token: "minted" },
    };
    const script = await file("plugin", `#!/bin/sh\ntouch ${marker()}\necho '${JSON.stringify(credential)}'\n`);
    await chmod(script, 0o700);
    const connection = await connect({ user: { exec: { ...execUser().exec, command: script, args: [] } } }, lenient);
    expect(existsSync(marker())).toBe(false);
    expect(await connection.ownCredential?.()).toEqual({ token: "minted" });
    expect(existsSync(marker())).toBe(true);
  });

  test("may use a proxy, skip verification or speak http when the configuration allows it", async () => {
    const cluster = {
      server: "http://garden.example",
      "proxy-url": "http://proxy.example",
      "insecure-skip-tls-verify": true,
    };
    const connection = await connect({ cluster }, lenient);
    expect(connection).toMatchObject({ proxyUrl: "http://proxy.example", skipTlsVerify: true });
  });
});
