import { describe, expect, test } from "vitest";
import { POST as postSession } from "#app/api/session/route.ts";
import { POST as postSettings } from "#app/api/settings/route.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { pageRequest } from "#server/testing/route-test-bed.ts";

const demo = startDemoTestBed({ isLimited: true });

const change = (identity: string) => demo.call(postSettings, identity, { body: { theme: "dark" } });

async function signIn(identity: string, peer: string): Promise<number> {
  const body = JSON.stringify({ method: "demo", identity });
  const headers = { "x-almanac-peer": peer };
  return (await postSession(pageRequest("/api/session", { method: "POST", headers, body }))).status;
}

/**
 * Repeats a call until it is refused, and checks that it was allowed as often as the limit says. What a limit gives back
 * while the calls take their time counts too.
 */
async function expectLimit(perMinute: number, call: () => Promise<number>): Promise<void> {
  const since = performance.now();
  let allowed = 0;
  let status = 0;
  while (status !== 429) {
    status = await call();
    if (status === 200) allowed += 1;
    expect([200, 429]).toContain(status);
    const returned = ((performance.now() - since) * perMinute) / 60_000;
    expect(allowed).toBeLessThanOrEqual(perMinute + returned);
  }
  expect(allowed).toBeGreaterThanOrEqual(perMinute);
}

describe("S22: limits count a person", () => {
  test("sixty changes a minute are sixty, however many sessions they are made in, and the next person has their own", async () => {
    await expectLimit(60, async () => (await change("operator")).status);
    expect((await change("viewer")).status).toBe(200);
  });

  test("whoever signs in again and again is stopped, from whichever addresses, and others at the same address are not", async () => {
    let time = 0;
    await expectLimit(30, () => {
      time += 1;
      return signIn("owner-data", `10.${Math.floor(time / 250)}.${time % 250}.1`);
    });
    for (let again = 0; again < 20; again += 1) await signIn("owner-data", "10.9.0.1");
    expect(await signIn("viewer", "10.9.0.2"), "another address").toBe(200);
  });
});
