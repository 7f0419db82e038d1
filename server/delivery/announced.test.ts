import { describe, expect, test } from "vitest";
import { openDeliveryTestBed } from "#server/testing/delivery-test-bed.ts";

const hour = 3_600_000;
const desk = await openDeliveryTestBed();
const seedOfPayments = () =>
  desk.first.app.fleet.store
    .rows({ all: true, namespaces: new Set() })
    .find(({ project, name }) => project === "payments" && name === "acquiring")?.seed ?? "";
const inHours = (hours: number) => new Date(desk.clock.wallMs() + hours * hour).toISOString();

async function watch(identity = "owner-commerce"): Promise<void> {
  const { id } = await desk.webhook("json", { identity });
  await desk.watch([id], identity, { announced: true });
  await check();
}

async function check(): Promise<void> {
  await desk.first.app.ruleWatch?.check();
  await desk.deliver();
}

const received = () => desk.receiver.received.map(({ body }) => JSON.parse(body).notices);

describe("a rule about announcements", () => {
  test("delivers one that concerns its clusters once, and it is among the notices of the person", async () => {
    await desk.announce({ name: "Before the rule" });
    await watch();
    expect(received()).toEqual([]);
    await desk.announce({ name: "Seed on Sunday", place: { kind: "seed", name: seedOfPayments() } });
    await check();
    await check();
    desk.clock.skip(2 * hour);
    await check();
    expect(received()).toMatchObject([
      [{ event: "announced", rule: { name: "Payments" }, clusters: [{ project: "payments" }] }],
    ]);
    expect(JSON.stringify(received())).toMatch(/The operators announce.*Seed on Sunday/);
    expect(await desk.read()).toMatchObject({
      notices: [
        {
          event: "announced",
          more: 0,
          lines: [{ project: "payments", fact: { kind: "announced", title: "Seed on Sunday" } }],
          deliveries: [{ name: "Operations", state: "delivered" }],
        },
      ],
    });
  });

  test("says of how many clusters one is, and names the first", async () => {
    await watch();
    await desk.announce({ name: "For all" });
    await check();
    const { notices } = await desk.read();
    const ofPayments = desk.first.app.fleet.store
      .rows({ all: true, namespaces: new Set() })
      .filter(({ project }) => project === "payments");
    expect(ofPayments.length).toBeGreaterThan(1);
    expect(notices[0]?.lines).toMatchObject([
      { name: ofPayments.map(({ name }) => name).sort()[0], fact: { title: "For all", clusters: ofPayments.length } },
    ]);
  });

  test("delivers none of another place, of a version, or of another time, until its time comes", async () => {
    await watch();
    await desk.announce({ name: "Elsewhere", place: { kind: "seed", name: "nowhere" } });
    await desk.announce({ name: "Remark", place: { kind: "version", version: "1.34" } });
    await desk.announce({ name: "Over", until: inHours(-1) });
    await desk.announce({ name: "Later", from: inHours(3) });
    await check();
    expect(received()).toEqual([]);
    desk.clock.skip(4 * hour);
    await check();
    expect(received()).toHaveLength(1);
    expect(JSON.stringify(received())).toContain("Later");
  });

  test("delivers nothing to who sees no cluster there", async () => {
    await watch("stranger");
    await desk.announce({ name: "For all" });
    await check();
    expect(received()).toEqual([]);
  });
});
