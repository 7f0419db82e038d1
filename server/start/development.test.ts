import { once } from "node:events";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import { getRunningGardens, readProcessConfig, setTestApplication } from "#server/app/almanac.ts";
import { readConfig } from "#server/config/config.ts";
import { findListenerError, listenerEnvironmentFor } from "#server/config/listener.ts";
import { developmentCommand } from "./development.ts";

function read(environment: Readonly<Record<string, string>>) {
  const config = readConfig(environment);
  if (!config.ok) throw new Error(config.error.join("; "));
  return config.value;
}

afterEach(() => vi.unstubAllEnvs());

describe("S31: npm run dev", () => {
  test("listens on loopback when nothing else is said", () => {
    expect(developmentCommand(read({})).args).toEqual(["dev", "--hostname", "127.0.0.1", "--port", "3000"]);
  });

  test("listens on HOST and PORT", () => {
    const config = read({ HOST: "::1", PORT: "4000" });
    expect(developmentCommand(config).args).toEqual(["dev", "--hostname", "::1", "--port", "4000"]);
  });

  test.each([
    ["the demo", {}],
    ["a kubeconfig that its visitors may use", { KUBECONFIG: "/g.yaml", DEVELOPMENT_SIGN_IN: "true" }],
  ])("does not show %s on every interface", (_name, environment) => {
    for (const [name, value] of Object.entries({ HOST: "0.0.0.0", ...environment })) vi.stubEnv(name, value);
    expect(readProcessConfig).toThrow("PUBLIC_ORIGIN: needed because HOST is not loopback");
  });

  test("a process whose port nobody opened on HOST serves nobody", async () => {
    vi.stubEnv("ALMANAC_LISTENER", undefined);
    setTestApplication(undefined);
    await expect(getRunningGardens()).rejects.toThrow("Nobody has opened a port on HOST, which is 127.0.0.1.");
  });

  test("a port that was opened on another address than HOST is none", () => {
    const [loopback, everywhere] = [{ host: "127.0.0.1" }, { host: "0.0.0.0" }];
    expect(findListenerError(listenerEnvironmentFor(loopback), loopback)).toBeUndefined();
    expect(findListenerError(listenerEnvironmentFor(everywhere), loopback)).toContain("HOST");
  });

  /** A network address of this machine that is not 127.0.0.1; without a network, another loopback address. */
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
