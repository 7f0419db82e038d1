import { expect, test } from "vitest";
import { configMaps } from "#lib/kube/resource.ts";
import { createGarden } from "./garden.ts";
import type { Transport } from "./transport.ts";

/** A garden that answers all users at once, but not the user `busy`. */
function startGarden() {
  let busy = 0;
  const transport: Transport = {
    close: async () => undefined,
    async send({ headers, signal }) {
      if (headers.authorization !== "Bearer busy") {
        const body = async function* () {
          yield new TextEncoder().encode(
            JSON.stringify({ kind: "ConfigMap", metadata: { name: "m", namespace: "n" } }),
          );
        };
        return { status: 200, headers: { "content-type": "application/json" }, body: body() };
      }
      busy += 1;
      const { promise, reject } = Promise.withResolvers<never>();
      signal?.addEventListener("abort", () => reject(signal.reason));
      return promise;
    },
  };
  const connection = {
    ...({ kind: "embedded", name: "garden", server: "https://127.0.0.1:1", skipTlsVerify: false } as const),
    ca: async () => "",
    ownCredential: async () => ({ token: "own" }),
  };
  return { garden: createGarden(connection, transport), busy: () => busy };
}

test("whoever asks a slow garden a thousand times holds up neither others nor Almanac itself", async () => {
  const { garden, busy } = startGarden();
  const target = { resource: configMaps, namespace: "n", name: "m" };
  const leave = new AbortController();
  const flood = Array.from({ length: 1_000 }, () =>
    garden
      .withToken("busy")
      .get(target, { signal: leave.signal })
      .catch(() => undefined),
  );
  await garden.withToken("other").get(target);
  await garden.own?.get(target);
  expect(busy()).toBeGreaterThan(1);
  expect(busy()).toBeLessThan(20);
  leave.abort();
  await Promise.all(flood);
});
