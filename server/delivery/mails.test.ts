import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openDeliveryTestBed } from "#server/testing/delivery-test-bed.ts";
import { ownConfigMapsTarget } from "#server/testing/demo-test-bed.ts";
import { startMailbox } from "#server/testing/mailbox.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const minute = 60_000;
const address = "ravi.menon@harborline.example";
const morning = { kind: "daily", hour: 8, zone: "Europe/Berlin" } as const;

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const desk = await openDeliveryTestBed({
  SMTP_HOST: "127.0.0.1",
  SMTP_PORT: String(mailbox.port),
  SMTP_TLS: "none",
  SMTP_FROM: "almanac@harborline.example",
  SMTP_USER_DOMAINS: "harborline.example",
});
beforeEach(() => {
  mailbox.refuse(undefined);
  mailbox.forget();
});

const addEmail = (when?: typeof morning) =>
  desk.changed({ kind: "add-email", name: "My e-mail", ...(when && { when }) });

describe("a mail", () => {
  test("goes beside a webhook, each once", async () => {
    const both = [(await addEmail()).id, (await desk.webhook()).id];
    await desk.watch(both);
    await desk.happen();
    await desk.deliver();
    await desk.deliver();
    expect([mailbox.mails.length, desk.receiver.received.length]).toEqual([1, 1]);
    expect(mailbox.mails[0]?.to).toEqual([address]);
    expect(mailbox.mails[0]?.source).toContain("Subject: Almanac: Unhealthy, payments/ledger-us");
    expect((await desk.read()).destinations[0]).toMatchObject({ kind: "email", address, waiting: 0 });
  });

  test("waits while the mail server refuses it, and the person sees why", async () => {
    const { id } = await addEmail();
    await desk.watch([id]);
    await desk.happen();
    mailbox.refuse(450);
    await desk.deliver();
    expect((await desk.read()).destinations).toMatchObject([
      { waiting: 1, standing: { failure: { why: expect.stringContaining("450") } } },
    ]);
    mailbox.refuse(undefined);
    desk.clock.skip(10 * minute);
    await desk.deliver();
    expect(mailbox.mails).toHaveLength(1);
  });

  test("goes to the address of whoever asks, and to no other, whatever is asked for", async () => {
    const asked = { kind: "add-email", name: "x", address: "everybody@evil.example" } as const;
    const response = await desk.change(asked);
    expect(await problemIn(response)).toMatchObject({ status: 400 });
    const { id } = await addEmail();
    expect(await problemIn(await desk.change({ kind: "add-email", name: "again" }))).toMatchObject({ status: 409 });
    await desk.changed({ kind: "test", id });
    expect(mailbox.mails.map(({ to }) => to)).toEqual([[address]]);
    // A user with write access to ConfigMaps has stored an invalid mail address, so no mail is sent.
    const kept = desk.embedded.api
      .list(ownConfigMapsTarget)
      .find(({ metadata }) => metadata.name.startsWith("almanac-rules-"));
    const data = kept !== undefined && "data" in kept ? kept.data : undefined;
    const rules = data instanceof Object && "rules" in data ? String(data.rules) : "";
    const forged = rules.replace(`"address":"${address}`, `"address":"${address}\\r\\nBcc: everybody@evil.example`);
    desk.embedded.api.patch({ ...ownConfigMapsTarget, name: kept?.metadata.name ?? "" }, { data: { rules: forged } });
    expect(await desk.changed({ kind: "test", id })).toMatchObject({ test: { delivered: false } });
    expect(mailbox.mails).toHaveLength(1);
  });
});

describe("a digest", () => {
  test("brings everything of a day in one mail, at its hour and not before, once", async () => {
    const { id } = await addEmail(morning);
    await desk.watch([id]);
    await desk.happen();
    await desk.happen();
    await desk.deliver();
    expect(mailbox.mails).toEqual([]);
    expect((await desk.read()).destinations).toMatchObject([{ waiting: 2, when: morning }]);
    desk.clock.skip(24 * 60 * minute);
    const other = await desk.replica({ clock: desk.clock });
    await Promise.all([desk.deliver(), desk.deliver(other)]);
    await other.stop();
    await desk.deliver();
    expect(mailbox.mails).toHaveLength(1);
    expect(mailbox.mails[0]?.source).toContain("Subject: Almanac: 2 notices");
    expect((await desk.read()).notices).toMatchObject([
      { deliveries: [{ state: "delivered" }] },
      { deliveries: [{ state: "delivered" }] },
    ]);
  });

  test("by a time zone that there is not is refused", async () => {
    const when = { ...morning, zone: "Mars/Base" };
    expect(await problemIn(await desk.change({ kind: "add-email", name: "x", when }))).toMatchObject({
      status: 400,
      detail: "There is no time zone Mars/Base.",
    });
  });
});

test("without a mail server no e-mail can be added, and it is said why", async () => {
  const plain = await desk.replica({ env: { SMTP_HOST: "", SMTP_FROM: "" } });
  const { deliveries, reviews } = plain.app;
  const [{ token = "" } = {}] = desk.embedded.identities;
  const identity = await reviews.identityOf(token);
  const user = { name: identity.name, groups: [] };
  const session = { id: "s", user, method: "token", token, signedInAt: 0, expiresAt: 0 } as const;
  expect(deliveries.addressOf(session, identity)).toEqual({ why: expect.stringContaining("no mail server") });
  await plain.stop();
});
