import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "#lib/testing/eventually.ts";
import { renewSession } from "./session-renewal.ts";
import { signOut } from "./sign-out.ts";

let sent: string[];
let provider: PromiseWithResolvers<void>;

beforeEach(() => {
  sent = [];
  provider = Promise.withResolvers();
  vi.stubGlobal("fetch", async (_path: string, { method = "GET" }: RequestInit) => {
    sent.push(method);
    if (method === "DELETE") return new Response(null, { status: 204 });
    await provider.promise;
    sent.push("renewal answered");
    return Response.json({ state: "kept", unavailable: false });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Resolves when a caller waits for the lock that the token renewal holds. */
async function lockIsAwaited(): Promise<void> {
  await eventually(async () => expect((await navigator.locks.query()).pending).toHaveLength(1));
}

describe("signing out while a renewal is under way", () => {
  test("waits for it, so that its cookies do not arrive afterwards", async () => {
    const renewal = renewSession(false);
    const leaving = signOut("here");
    await lockIsAwaited();
    expect(sent).toEqual(["POST"]);
    provider.resolve();
    expect(await leaving).toBe("/login?state=signed-out");
    expect(await renewal).toBe("kept");
    expect(sent).toEqual(["POST", "renewal answered", "DELETE"]);
  });

  test("waits no longer than two seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const renewal = renewSession(false);
    const leaving = signOut("here");
    await vi.advanceTimersByTimeAsync(1_900);
    expect(sent).toEqual(["POST"]);
    await vi.advanceTimersByTimeAsync(200);
    expect(await leaving).toBe("/login?state=signed-out");
    expect(sent).toEqual(["POST", "DELETE"]);
    provider.resolve();
    await renewal;
  });

  test("goes ahead where the browser has no locks: the server refuses the renewal", async () => {
    vi.stubGlobal("navigator", {});
    const renewal = renewSession(false);
    await signOut("here");
    expect(sent).toEqual(["POST", "DELETE"]);
    provider.resolve();
    await renewal;
  });

  test("keeps other tabs' renewals waiting until it is done", async () => {
    const left = Promise.withResolvers<void>();
    vi.stubGlobal("fetch", async (_path: string, { method = "GET" }: RequestInit) => {
      sent.push(method);
      if (method === "POST") return new Response(null, { status: 401 });
      await left.promise;
      sent.push("signed out");
      return new Response(null, { status: 204 });
    });
    const leaving = signOut("here");
    const renewal = renewSession(false);
    await lockIsAwaited();
    left.resolve();
    await leaving;
    expect(await renewal).toBe("ended");
    expect(sent).toEqual(["DELETE", "signed out", "POST"]);
  });
});
