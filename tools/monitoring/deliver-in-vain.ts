import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { startWebhookReceiver } from "#server/testing/webhook-receiver.ts";
import type { Person } from "#tools/bench/faults/person.ts";
import type { TestBed } from "#tools/bench/faults/test-bed.ts";
import type { AlertFaultContext } from "./alert-fault-context.ts";

/** So many a person may have. Each is tried more and more seldom: one alone takes an hour for ten attempts. */
const receiversOfEach = 5;
const people = 2;
/** What is so already when a rule is looked at first is no news, and rules are looked at every ten seconds. */
const deleteEveryMs = 15_000;
const addedSchema = z.object({ id: z.string() });

/** Almanac sends there although it is not https, and on this machine. */
export const sendsInside = { WEBHOOK_PLAIN_HTTP: "true", WEBHOOK_ALLOW: "127.0.0.0/8" };

/**
 * People have told receivers of theirs what others do, and others delete clusters. The receivers answer 503 until it is over,
 * and then accept what is tried again.
 */
export async function deliverInVain(world: TestBed, over: AbortSignal, { left }: AlertFaultContext): Promise<void> {
  const { garden } = world.farm;
  const receiver = await startWebhookReceiver();
  left.addEventListener("abort", () => receiver.close());
  receiver.answer(503);
  for (const token of await world.farm.peopleTokens(people))
    await tellReceivers(await world.signIn(token), receiver.url);
  for (const shoot of garden.shoots) {
    if (over.aborted || receiver.received.length > 0) break;
    await pause(deleteEveryMs);
    await garden.delete(shoot);
  }
  if (!over.aborted) await once(over, "abort");
  receiver.answer(200);
}

/** A rule of this person, and as many destinations as there may be. */
async function tellReceivers(person: Person, url: string): Promise<void> {
  const post = async (path: string, change: object): Promise<unknown> => {
    const { status, body } = await person.send("POST", path, change);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
    return JSON.parse(body.toString());
  };
  const to: string[] = [];
  for (let at = 1; at <= receiversOfEach; at += 1) {
    const webhook = { kind: "add-webhook", name: `Receiver ${at}`, shape: "json", url: `${url}/${at}` };
    to.push(addedSchema.parse(await post("/api/notices/destinations", webhook)).id);
  }
  const rule = { subject: { kind: "view", address: "/clusters" }, events: { others: true }, to };
  await post("/api/notices", { kind: "save", name: "What others do", ...rule });
}
