import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { GardenConnection } from "#server/garden/connection.ts";
import { createTransport } from "#server/garden/transport.ts";
import { listenOnLoopback } from "#server/testing/listen-on-loopback.ts";
import { createShootAddressPolicy } from "./shoot-address-policy.ts";

const elsewhere = "https://api.garden.example";
const shootAt = (server: string): GardenConnection => ({
  kind: "kubeconfig",
  name: "shoot",
  server,
  ca: async () => undefined,
  skipTlsVerify: false,
  ownCredential: undefined,
});

let inside: { readonly url: string; close(): void };
let connections = 0;

beforeAll(async () => {
  const server = createServer().on("connection", () => {
    connections += 1;
  });
  inside = await listenOnLoopback(server);
});
afterAll(() => inside.close());

test.each([
  "https://10.0.0.1",
  "https://127.0.0.1:6443",
  "https://[::1]",
  "https://169.254.169.254",
  "https://[fd00::1]",
])("N13: an API server of a Shoot at %s is not connected to unless an operator allows it", (server) => {
  const strict = createShootAddressPolicy({ ranges: [], gardenOrigin: elsewhere });
  expect(() => strict.guarded(shootAt(server))).toThrow(expect.objectContaining({ reason: "unreachable" }));
});

test("N13: addresses that are public or allowed are", () => {
  const open = createShootAddressPolicy({ ranges: ["10.4.0.0/16"], gardenOrigin: elsewhere });
  for (const server of ["https://10.4.7.7", "https://8.8.8.8", "https://[2a00:1450::1]"]) {
    expect(open.guarded(shootAt(server))).toMatchObject({ server });
  }
  const here = createShootAddressPolicy({ ranges: [], gardenOrigin: "https://127.0.0.1:5443" });
  expect(here.guarded(shootAt("https://127.0.0.1:6443"))).toMatchObject({ server: "https://127.0.0.1:6443" });
});

test("N13: a name is judged by the addresses that it has, when it is connected to", async () => {
  const { port } = new URL(inside.url);
  const lookup = vi.fn();
  const strict = createShootAddressPolicy({
    ranges: [],
    gardenOrigin: elsewhere,
    resolve: async (host) => {
      lookup(host);
      return [{ address: "127.0.0.1", family: 4 }];
    },
  });
  const transport = createTransport(strict.guarded(shootAt(`https://api.shoot.example:${port}`)));
  const url = new URL(`https://api.shoot.example:${port}/version`);
  const request = { method: "GET", url, headers: {}, signal: AbortSignal.timeout(10_000) } as const;
  await expect(transport.send(request)).rejects.toMatchObject({ code: "EADDRESSREFUSED" });
  expect(lookup).toHaveBeenCalledWith("api.shoot.example");
  expect(connections).toBe(0);
  await transport.close();
});
