import { expect, test } from "vitest";
import { shrinkToSmallest } from "./shrink.ts";

test("what a difference does not need is left out, and its times are rounded", async () => {
  const shoot = {
    metadata: { name: "one", labels: { color: "blue" } },
    spec: { schedules: [{ start: "0 20 * * *" }, { end: "0 7 * * *", location: "UTC" }] },
    status: { triggeredAt: "2026-03-29T10:31:17Z", hibernated: true },
  };
  const smallest = await shrinkToSmallest(shoot, (smaller) => {
    const text = JSON.stringify(smaller);
    return Promise.resolve(text.includes("0 7 * * *") && text.includes("2026-03-29T10"));
  });
  expect(smallest).toEqual({
    metadata: { name: "one" },
    spec: { schedules: [{ end: "0 7 * * *" }] },
    status: { triggeredAt: "2026-03-29T10:00:00Z" },
  });
});

test("what every object has is kept", async () => {
  const shoot = { metadata: { name: "one", namespace: "garden-dev", generation: 5 }, spec: {}, status: {} };
  expect(await shrinkToSmallest(shoot, () => Promise.resolve(true))).toEqual(shoot);
});

test("a value without anything smaller that is looked for stays", async () => {
  const quotas = [{ clusterLifetimeDays: 7 }];
  expect(await shrinkToSmallest(quotas, () => Promise.resolve(false))).toEqual(quotas);
});
