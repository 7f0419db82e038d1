import { describe, expect, test } from "vitest";
import { POST as postSession } from "#app/api/session/route.ts";
import { POST as postSettings } from "#app/api/settings/route.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { pageRequest, problemIn } from "#server/testing/route-test-bed.ts";

const demo = startDemoTestBed({ isLimited: true });

const change = (identity: string) => demo.call(postSettings, identity, { body: { theme: "dark" } });

async function signIn(identity: string, peer: string): Promise<number> {
  const body = JSON.stringify({ method: "demo", identity });
  const headers = { "x-almanac-peer": peer };
  return (await postSession(pageRequest("/api/session", { method: "POST", headers, body }))).status;
}

describe("S22: limits count a person", () => {
  test("sixty changes a minute are sixty, however many sessions they are made in, and the next person has their own", async () => {
    const statuses: number[] = [];
    for (let session = 0; session < 65; session += 1) statuses.push((await change("operator")).status);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    expect(await problemIn(await change("operator"))).toMatchObject({ reason: "too-many-requests" });
    expect((await change("viewer")).status).toBe(200);
  });

  test("whoever signs in again and again is stopped, from whichever addresses, and others at the same address are not", async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 35; time += 1) statuses.push(await signIn("owner-data", `10.0.${time}.1`));
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    for (let time = 0; time < 20; time += 1) await signIn("owner-data", "10.1.0.1");
    expect(await signIn("viewer", "10.1.0.2"), "another address").toBe(200);
  });
});
