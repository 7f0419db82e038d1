import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { type CertificatePair, createTestAuthority } from "#server/garden/testing/authority.ts";
import { openDeliveryTestBed } from "#server/testing/delivery-test-bed.ts";
import { isSigned, startWebhookReceiver } from "#server/testing/webhook-receiver.ts";

const folder = mkdtempSync(path.join(tmpdir(), "almanac-authorities-"));
const authority = createTestAuthority();
const caFile = path.join(folder, "ca.pem");
writeFileSync(caFile, authority.ca);

const closing: (() => void)[] = [];
const strict = { WEBHOOK_CA_FILE: caFile, WEBHOOK_PLAIN_HTTP: "false", WEBHOOK_ALLOW: "localhost" };
const desk = await openDeliveryTestBed(strict);
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Sends a notification to a webhook receiver with the given TLS certificate. */
async function notifyReceiverWith(identity: CertificatePair) {
  const receiver = await startWebhookReceiver(identity);
  closing.push(() => receiver.close());
  const url = `${receiver.url.replace("127.0.0.1", "localhost")}/hook`;
  const { id, secret = "" } = await desk.changed({ kind: "add-webhook", name: "Inside", shape: "json", url });
  await desk.watch([id]);
  await desk.happen();
  return { id, secret, receiver };
}

test("a receiver whose authority the operator names is sent what is signed, once", async () => {
  const { secret, receiver } = await notifyReceiverWith(authority.issue("localhost"));
  await desk.deliver();
  await desk.deliver();
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received.map((each) => isSigned(each, secret, desk.clock.wallMs()))).toEqual([true]);
  expect((await desk.read()).notices).toMatchObject([{ deliveries: [{ state: "delivered" }] }]);
});

test("a replica that does not know the authority sends nothing and says why, and what waits is sent by one that does", async () => {
  const { secret, receiver } = await notifyReceiverWith(authority.issue("localhost"));
  desk.freeLease();
  const other = await desk.replica({ clock: desk.clock, env: { WEBHOOK_CA_FILE: "" } });
  await desk.deliver(other);
  await other.stop();
  expect(receiver.received).toEqual([]);
  expect((await desk.read()).destinations).toMatchObject([
    { waiting: 1, standing: { failure: { tries: 1, why: "certificate-untrusted" } } },
  ]);
  desk.freeLease();
  desk.clock.skip(60_000);
  await desk.deliver();
  expect(receiver.received.map((each) => isSigned(each, secret, desk.clock.wallMs()))).toEqual([true]);
  expect((await desk.read()).destinations).toMatchObject([{ waiting: 0, standing: {} }]);
});

test("a receiver that is not the one of its name is sent nothing, and a test says so", async () => {
  const { id, receiver } = await notifyReceiverWith(authority.issue("other.example"));
  await desk.deliver();
  expect(receiver.received).toEqual([]);
  expect((await desk.read()).destinations).toMatchObject([
    { waiting: 1, standing: { failure: { why: "certificate-of-another" } } },
  ]);
  const { test: seen } = await desk.changed({ kind: "test", id });
  expect(seen).toEqual({ delivered: false, words: "Its certificate is for another name." });
});
