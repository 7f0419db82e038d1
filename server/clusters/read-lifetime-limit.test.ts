import { expect, test } from "vitest";
import report from "#lib/testing/reports/self-termination.json" with { type: "json" };
import { recordingTransport } from "#server/testing/recording-transport.ts";
import { createTransportGarden } from "#server/testing/route-test-bed.ts";
import { readLifetimeLimit } from "./read-lifetime-limit.ts";

const [trial] = report.shoots;
const signal = new AbortController().signal;
const binding = {
  metadata: { name: "aws-account" },
  quotas: [
    { name: "long", namespace: "garden-sandbox" },
    { name: "short", namespace: "garden-trial" },
  ],
};
const quota = (name: string, clusterLifetimeDays: number) => ({ metadata: { name }, spec: { clusterLifetimeDays } });

/** A fake garden that answers requests for Quota `short` with the given status. */
function gardenWith(status: number) {
  const transport = recordingTransport(({ path }) => {
    if (path.includes("credentialsbindings")) return { status: 200, body: binding };
    if (path.endsWith("/long")) return { status: 200, body: quota("long", 30) };
    return { status, body: status === 200 ? quota("short", 7) : { kind: "Status", code: status, message: "no" } };
  });
  return createTransportGarden(transport).garden.withToken("t");
}

test.each([
  ["the shortest quota counts", 200, { readable: true, days: 7 }],
  ["with a quota that may not be read nobody knows", 403, { readable: false }],
  ["with a quota that is not there nobody knows", 404, { readable: false }],
])("%s", async (_, status, limit) => {
  if (trial === undefined) throw new Error("no Shoot");
  expect(await readLifetimeLimit(gardenWith(status), trial, signal)).toEqual(limit);
});

test("a cluster without an end needs nobody's quotas", async () => {
  if (trial === undefined) throw new Error("no Shoot");
  const endless = { ...trial, metadata: { ...trial.metadata, annotations: {} } };
  expect(await readLifetimeLimit(gardenWith(500), endless, signal)).toBeUndefined();
});
