import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { openDeliveryTestBed } from "#server/testing/delivery-test-bed.ts";
import { ownConfigMapsTarget } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";
import { isSigned } from "#server/testing/webhook-receiver.ts";

const minute = 60_000;

const desk = await openDeliveryTestBed();

describe("a destination", () => {
  test("S20: gives neither its address nor its secret back, and neither is readable where it is kept", async () => {
    const { id, secret = "" } = await desk.webhook();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [shown] = (await desk.read()).destinations;
    expect(shown).toMatchObject({ id, name: "Operations", shape: "json", host: new URL(desk.receiver.url).host });
    const kept = JSON.stringify(desk.embedded.api.list(ownConfigMapsTarget));
    for (const text of [JSON.stringify(shown), kept, desk.first.log.join("")]) {
      expect(text).not.toContain("canary-key");
      expect(text).not.toContain(secret);
    }
  });

  test("is tested by a request that is seen to arrive, and says what it answers when it does not accept it", async () => {
    const { id, secret = "" } = await desk.webhook();
    expect(await desk.changed({ kind: "test", id })).toEqual({
      id,
      test: { delivered: true, words: "It was accepted." },
    });
    const [request] = desk.receiver.received;
    expect(request && isSigned(request, secret, desk.clock.wallMs())).toBe(true);
    expect(JSON.parse(request?.body ?? "{}")).toMatchObject({ kind: "test", notices: [] });
    desk.receiver.answer(404);
    expect(await desk.changed({ kind: "test", id })).toMatchObject({
      test: { delivered: false, words: "It answers 404." },
    });
    desk.receiver.answer(302);
    expect((await desk.changed({ kind: "test", id })).test?.words).toContain("Almanac does not follow");
  });

  test("keeps its address and secret when it is renamed, and gets another secret when one is asked for", async () => {
    const { id, secret } = await desk.webhook();
    const [{ at = "" } = {}] = (await desk.read()).destinations;
    expect(await desk.changed({ kind: "change", id, seen: at, name: "On call" })).toEqual({ id });
    const [renamed] = (await desk.read()).destinations;
    expect(renamed).toMatchObject({ name: "On call", host: new URL(desk.receiver.url).host });
    const again = await desk.changed({ kind: "change", id, seen: renamed?.at ?? "", newSecret: true });
    expect(again.secret).toMatch(/^whsec_/);
    expect(again.secret).not.toBe(secret);
    await desk.changed({ kind: "test", id });
    const [request] = desk.receiver.received;
    expect(request && isSigned(request, again.secret ?? "", desk.clock.wallMs())).toBe(true);
    expect(request?.path).toBe("/hook?key=canary-key");
    expect(await problemIn(await desk.change({ kind: "delete", id, seen: at }))).toMatchObject({ status: 409 });
  });

  test("is nobody else's to see, to change or to test", async () => {
    const { id } = await desk.webhook();
    const [{ at = "" } = {}] = (await desk.read()).destinations;
    expect((await desk.read("operator")).destinations).toEqual([]);
    for (const body of [
      { kind: "test", id },
      { kind: "delete", id, seen: at },
      { kind: "change", id, seen: at, name: "Mine" },
    ] as const) {
      expect(await problemIn(await desk.change(body, "operator"))).toMatchObject({ status: 409, reason: "conflict" });
    }
    expect(desk.receiver.received).toEqual([]);
  });

  test("outlives the key that sealed it, as long as the next one is there beside it", async () => {
    const { id } = await desk.webhook();
    const [{ at = "" } = {}] = (await desk.read()).destinations;
    const before = readFileSync(desk.keyFile, "utf8");
    const next = path.join(desk.folder, "next-key");
    desk.writeKey(next);
    desk.freeLease();
    const rotated = await desk.replica({ env: { SESSION_KEY_FILES: `${next},${desk.keyFile}` } });
    await desk.deliver(rotated);
    await rotated.stop();
    writeFileSync(desk.keyFile, readFileSync(next, "utf8"));
    desk.clock.skip(minute);
    expect(await desk.changed({ kind: "test", id })).toMatchObject({ test: { delivered: true } });
    expect(desk.receiver.received[0]?.path).toBe("/hook?key=canary-key");
    writeFileSync(desk.keyFile, before);
    desk.clock.skip(minute);
    const lost = await desk.changed({ kind: "test", id });
    expect(lost.test).toMatchObject({ delivered: false, words: expect.stringContaining("Enter the address again") });
    const rename = await desk.change({ kind: "change", id, seen: at, name: "Other" });
    expect(await problemIn(rename)).toMatchObject({
      status: 409,
      detail: expect.stringContaining("Enter the address"),
    });
    const url = `${desk.receiver.url}/again`;
    expect((await desk.changed({ kind: "change", id, seen: at, url })).secret).toMatch(/^whsec_/);
    expect(await desk.changed({ kind: "test", id })).toMatchObject({ test: { delivered: true } });
  });

  test("there are five of at most", async () => {
    for (let count = 0; count < 5; count += 1) await desk.webhook();
    const url = `${desk.receiver.url}/more`;
    const sixth = await desk.change({ kind: "add-webhook", name: "More", shape: "json", url });
    expect(await problemIn(sixth)).toMatchObject({ status: 409, detail: expect.stringContaining("5 destinations") });
  });

  test.each([
    "https://10.0.0.1/",
    "https://[::1]/",
    "ftp://desk.receiver.example/",
    "https://a:b@desk.receiver.example/",
  ])("S08: an address that leads inside is refused before it is kept: %s", async (url) => {
    const refused = await desk.change({ kind: "add-webhook", name: "Inside", shape: "json", url });
    expect(await problemIn(refused)).toMatchObject({ status: 400, detail: expect.stringMatching(/^The address /) });
    expect(desk.embedded.api.list(ownConfigMapsTarget)).toEqual([]);
  });

  test("S21: a change leaves one line, without its name or address", async () => {
    const before = desk.first.log.length;
    await desk.webhook();
    const lines = desk.first.log.slice(before).filter((line) => line.includes('"audit":"destination"'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/Operations|canary-key|127\.0\.0\.1:/);
  });
});
