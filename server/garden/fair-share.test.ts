import { expect, test, vi } from "vitest";
import { configMaps } from "#lib/kube/resource.ts";
import { createGarden } from "./garden.ts";
import { GardenError } from "./garden-error.ts";
import type { Transport } from "./transport.ts";

const sessions = [0, 1, 2, 3];

/** A token of one person, as an identity provider gives another for each session. */
function tokenOf(subject: string, session: number): string {
  const claims = { iss: "https://issuer.example", sub: subject, jti: `${session}` };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
}

const busyTokens = sessions.map((session) => `Bearer ${tokenOf("busy", session)}`);

/** A garden that answers all users at once, but not the person `busy`. */
function startGarden() {
  let busy = 0;
  const transport: Transport = {
    close: async () => undefined,
    async send({ headers, signal }) {
      if (!busyTokens.includes(headers.authorization ?? "")) {
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

const target = { resource: configMaps, namespace: "n", name: "m" };

test("whoever asks a slow garden a thousand times from four sessions holds up neither others nor Almanac", async () => {
  const { garden, busy } = startGarden();
  const leave = new AbortController();
  const flood = Array.from({ length: 1_000 }, (_, index) =>
    garden
      .withToken(tokenOf("busy", index % sessions.length))
      .get(target, { signal: leave.signal })
      .catch((fault: unknown) => fault),
  );
  await garden.withToken("other").get(target);
  await garden.withToken(tokenOf("another", 0)).get(target);
  await garden.own?.get(target);
  expect(busy()).toBeGreaterThan(1);
  expect(busy()).toBeLessThan(20);
  leave.abort();
  const faults = await Promise.all(flood);
  // A request that waits for its turn is broken off like one that was sent.
  expect(new Set(faults.map((fault) => (fault instanceof GardenError ? fault.reason : fault)))).toEqual(
    new Set(["aborted"]),
  );
});

test("a request that waits for its turn is over at its deadline", async () => {
  const { garden } = startGarden();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const over = new AbortController();
    setTimeout(() => over.abort(new DOMException("over", "TimeoutError")), ms);
    return over.signal;
  });
  try {
    const client = garden.withToken(tokenOf("busy", 0));
    const waiting = Array.from({ length: 40 }, () => client.get(target).catch((fault: unknown) => fault));
    await vi.advanceTimersByTimeAsync(60_000);
    const faults = await Promise.all(waiting);
    expect(new Set(faults.map((fault) => (fault instanceof GardenError ? fault.reason : fault)))).toEqual(
      new Set(["timeout"]),
    );
  } finally {
    timeout.mockRestore();
    vi.useRealTimers();
  }
});
