import { once } from "node:events";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import { almanac, installAlmanac, processConfig } from "#server/app/almanac.ts";
import { readConfig } from "#server/config/config.ts";
import { findListenerError, listeningOn } from "#server/config/listener.ts";
import { development } from "./development.ts";

function read(environment: Readonly<Record<string, string>>) {
  const config = readConfig(environment);
  if (!config.ok) throw new Error(config.error.join("; "));
  return config.value;
}

afterEach(() => vi.unstubAllEnvs());

describe("S31: npm run dev", () => {
  test("listens on loopback when nothing else is said", () => {
    expect(development(read({})).args).toEqual(["dev", "--hostname", "127.0.0.1", "--port", "3000"]);
  });

  test("listens on HOST and PORT", () => {
    const config = read({ HOST: "::1", PORT: "4000" });
    expect(development(config).args).toEqual(["dev", "--hostname", "::1", "--port", "4000"]);
  });

  test.each([
    ["the demo", {}],
    ["a kubeconfig that its visitors may use", { KUBECONFIG: "/g.yaml", DEVELOPMENT_SIGN_IN: "true" }],
  ])("does not show %s on every interface", (_name, environment) => {
    for (const [name, value] of Object.entries({ HOST: "0.0.0.0", ...environment })) vi.stubEnv(name, value);
    expect(processConfig).toThrow("PUBLIC_ORIGIN: needed because HOST is not loopback");
  });

  test("a process whose port nobody opened on HOST serves nobody", async () => {
    vi.stubEnv("ALMANAC_LISTENER", undefined);
    installAlmanac(undefined);
    await expect(almanac()).rejects.toThrow("Nobody has opened a port on HOST, which is 127.0.0.1.");
  });

  test("a port that was opened on another address than HOST is none", () => {
    const [loopback, everywhere] = [{ host: "127.0.0.1" }, { host: "0.0.0.0" }];
    expect(findListenerError(listeningOn(loopback), loopback)).toBeUndefined();
    expect(findListenerError(listeningOn(everywhere), loopback)).toContain("HOST");
  });

  /** This machine's own address in its network; without one another of its loopback addresses, which is as foreign. */
  const outside =
    Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === "IPv4" && !address.internal)?.address ?? "127.0.0.2";

  test("from the network nobody answers at an address that is loopback", async () => {
    const server = createServer((socket) => socket.end()).listen(0, read({}).host);
    await once(server, "listening");
    const address = server.address();
    const port = address === null || typeof address === "string" ? 0 : address.port;
    await expect(fetch(`http://${outside}:${port}/`, { headers: { host: `127.0.0.1:${port}` } })).rejects.toThrow();
    server.close();
  });
});
