import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { startWebhookReceiver } from "#server/testing/webhook-receiver.ts";
import type { SignedInPerson } from "#tools/bench/faults/person.ts";
import type { TestBed } from "#tools/bench/faults/test-bed.ts";
import type { AlertTriggerContext } from "./alert-fault-context.ts";

/** Maximum webhooks per user. Retries become less frequent, so one webhook alone takes an hour for ten attempts. */
const receiversOfEach = 5;
const people = 2;
/** A state that exists when a rule is first checked causes no notification; rules are checked every ten seconds. */
const deleteEveryMs = 15_000;
const addedSchema = z.object({ id: z.string() });

/** Settings that allow webhooks to this machine without https. */
export const localWebhookSettings = { WEBHOOK_PLAIN_HTTP: "true", WEBHOOK_ALLOW: "127.0.0.0/8" };

/**
 * Creates users with webhook receivers that answer 503, and deletes clusters, which the users are notified of. When it
 * is over, the receivers accept the repeated deliveries.
 */
export async function failWebhookDeliveries(
  world: TestBed,
  over: AbortSignal,
  { left }: AlertTriggerContext,
): Promise<void> {
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

/** Creates a watch rule for this user with the maximum number of webhooks. */
async function tellReceivers(person: SignedInPerson, url: string): Promise<void> {
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
