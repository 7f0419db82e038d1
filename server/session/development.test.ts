import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postSession } from "#app/api/session/route.ts";
import { GET as getSignIn } from "#app/api/sign-in/route.ts";
import { sessionSchema } from "#lib/contract/session.ts";
import { connectConfiguredGarden } from "#server/app/connect-configured-garden.ts";
import { createLog } from "#server/app/log.ts";
import { readConfig } from "#server/config/config.ts";
import { createTransportGarden, pageRequest, problemIn, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { createTrustingGarden } from "#server/testing/sign-in/oidc-test-bed.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "almanac-dev-"));
});
afterAll(() => rm(folder, { recursive: true }));

const root = path.resolve(import.meta.dirname, "..", "..");

/** Starts Almanac as `npm start` does, and returns its output when it has exited. */
async function start(environment: Readonly<Record<string, string>>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ["--conditions=react-server", "server/start/start.js"], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const [code] = await once(child, "exit");
  return { code, said };
}

const development = { DEVELOPMENT_SIGN_IN: "true", KUBECONFIG: "/nowhere" };

describe("S03: development mode", () => {
  test.each([
    ["an address that is not loopback", { HOST: "0.0.0.0", PUBLIC_ORIGIN: "https://almanac.example" }],
    ["a public origin in front of loopback", { PUBLIC_ORIGIN: "https://almanac.example" }],
  ])(
    "does not start on %s",
    async (_name, environment) => {
      const { code, said } = await start({ ...development, ...environment });
      expect(code).not.toBe(0);
      expect(said).toContain("DEVELOPMENT_SIGN_IN: HOST and PUBLIC_ORIGIN must be loopback");
    },
    60_000,
  );

  test("is nothing without a kubeconfig, and nothing by default", () => {
    expect(readConfig({ DEVELOPMENT_SIGN_IN: "true" })).toMatchObject({
      error: ["DEVELOPMENT_SIGN_IN: needs KUBECONFIG"],
    });
    expect(readConfig({ KUBECONFIG: "/k" })).toMatchObject({ value: { signIn: { development: false } } });
  });

  const signIn = () => postSession(pageRequest("/api/session", { method: "POST", body: '{"method":"development"}' }));

  test("signs in as the kubeconfig's own user, and says to the page that it can", async () => {
    const found = createTransportGarden(createTrustingGarden());
    const claims = Buffer.from(JSON.stringify({ email: "dev@x.example" })).toString("base64url");
    const own = { ...found, garden: { ...found.garden, ownToken: async () => `e30.${claims}.c2ln` } };
    const world = await startRouteTestBed({ found: own, env: development });
    expect(await (await getSignIn(pageRequest("/api/sign-in"))).json()).toMatchObject({ development: true });
    const session = sessionSchema.parse(await (await signIn()).json());
    expect(session).toMatchObject({ method: "development", user: { name: "dev@x.example" } });
    await world.stop();
  });

  test("is refused when it is not switched on, and when the kubeconfig has no token", async () => {
    const off = await startRouteTestBed({
      found: createTransportGarden(createTrustingGarden()),
      env: { KUBECONFIG: "/nowhere" },
    });
    expect(await problemIn(await signIn())).toMatchObject({ status: 400 });
    await off.stop();
    const without = await startRouteTestBed({ found: createTransportGarden(createTrustingGarden()), env: development });
    expect((await problemIn(await signIn())).detail).toContain("client certificate");
    await without.stop();
  });

  test("a kubeconfig that runs a command does not start, and the command did not run", async () => {
    const marker = path.join(folder, "it-ran");
    const file = path.join(folder, "kubeconfig");
    const user = { exec: { apiVersion: "client.authentication.k8s.io/v1", command: "touch", args: [marker] } };
    const config = {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "c",
      contexts: [{ name: "c", context: { cluster: "g", user: "u" } }],
      clusters: [{ name: "g", cluster: { server: "https://127.0.0.1:9" } }],
      users: [{ name: "u", user }],
    };
    await writeFile(file, JSON.stringify(config));
    const parsed = readConfig({ KUBECONFIG: file });
    if (!parsed.ok) throw new Error(parsed.error.join());
    await expect(connectConfiguredGarden(parsed.value, createLog("silent"))).rejects.toThrow("exec plugin");
    expect(existsSync(marker)).toBe(false);
  });
});
