import { describe, expect, test, vi } from "vitest";
import type { WebhookShape } from "#lib/contract/destinations.ts";
import { roleBindings } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import type { TransportRequest } from "#server/garden/transport.ts";
import { createBreakingTransport } from "#server/testing/create-breaking-transport.ts";
import { openDeliveryTestBed } from "#server/testing/delivery-test-bed.ts";
import { replaceProjectMembers } from "#server/testing/replace-project-members.ts";
import { isSigned } from "#server/testing/webhook-receiver.ts";

const minute = 60_000;
const roles = { ...roleBindings, plural: "roles", kind: "Role" };

const desk = await openDeliveryTestBed();

describe("a notice", () => {
  test("is delivered once, signed, under an id of its own, and the person sees that it was", async () => {
    const { secret } = await desk.told();
    await desk.deliver();
    await desk.deliver();
    expect(desk.receiver.received).toHaveLength(1);
    const [request] = desk.receiver.received;
    if (request === undefined) throw new Error("nothing was received");
    expect(request.path).toBe("/hook?key=canary-key");
    expect(isSigned(request, secret, desk.clock.wallMs())).toBe(true);
    expect(isSigned({ ...request, body: `${request.body} ` }, secret, desk.clock.wallMs())).toBe(false);
    const { id, notices } = JSON.parse(request.body);
    expect(request.headers["webhook-id"]).toBe(id);
    expect(notices).toMatchObject([
      {
        event: "unhealthy",
        rule: { name: "Payments" },
        clusters: [
          { project: "payments", name: "ledger-us", url: "http://localhost:3000/clusters/payments/ledger-us" },
        ],
      },
    ]);
    expect(await desk.read()).toMatchObject({
      notices: [{ deliveries: [{ name: "Operations", state: "delivered" }] }],
      destinations: [{ waiting: 0, standing: { deliveredAt: expect.any(String) } }],
    });
  });

  test("is delivered once by two replicas, and by none again after a restart", async () => {
    const other = await desk.replica();
    await desk.told();
    await Promise.all([desk.deliver(), desk.deliver(other), desk.deliver(), desk.deliver(other)]);
    expect(desk.receiver.received).toHaveLength(1);
    expect([desk.first.app, other.app].filter(({ deliverer }) => deliverer?.figures.isLeader)).toHaveLength(1);
    await other.stop();
    desk.clock.skip(60_000);
    const restarted = await desk.replica();
    await desk.deliver(restarted);
    await desk.deliver();
    await restarted.stop();
    expect(desk.receiver.received).toHaveLength(1);
  });

  test("is taken over from a replica that died, once its lease has run out, under the same id", async () => {
    const dead = await desk.replica();
    desk.receiver.answer(503);
    await desk.told();
    await desk.deliver(dead);
    expect(desk.receiver.received).toHaveLength(1);
    await desk.deliver();
    expect(desk.receiver.received).toHaveLength(1);
    desk.receiver.answer(200);
    desk.clock.skip(2 * minute);
    await desk.deliver();
    expect(desk.receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(
      Array.from({ length: 2 }, () => desk.receiver.received[0]?.headers["webhook-id"]),
    );
    await dead.stop();
    expect((await desk.read()).destinations).toMatchObject([{ waiting: 0 }]);
  });

  test("that could not be marked as delivered is marked before anything else, and not sent again", async () => {
    await desk.first.app.deliverer?.check();
    desk.freeLease();
    let isAway = false;
    const isWrite = ({ method, url }: TransportRequest) =>
      method === "PATCH" && url.pathname.includes("/configmaps/almanac-notices-");
    const cut = await desk.replica({ wrap: createBreakingTransport((request) => isAway && isWrite(request)) });
    await desk.told();
    isAway = true;
    await desk.deliver(cut);
    await desk.deliver(cut);
    expect(desk.receiver.received).toHaveLength(1);
    isAway = false;
    await desk.deliver(cut);
    await cut.stop();
    expect(desk.receiver.received).toHaveLength(1);
    expect((await desk.read()).destinations).toMatchObject([{ waiting: 0 }]);
  });

  test("waits for a receiver that is down for ten minutes, and is delivered after", async () => {
    await desk.told();
    desk.receiver.answer(503);
    for (let minutes = 0; minutes < 10; minutes += 1) {
      await desk.deliver();
      desk.clock.skip(minute);
    }
    const tries = desk.receiver.received.length;
    expect(tries).toBeGreaterThan(3);
    expect(tries).toBeLessThan(8);
    expect((await desk.read()).destinations).toMatchObject([
      { waiting: 1, standing: { failure: { tries, why: "answers 503" } } },
    ]);
    desk.receiver.answer(204);
    desk.clock.skip(20 * minute);
    await desk.deliver();
    expect(desk.receiver.received).toHaveLength(tries + 1);
    expect(new Set(desk.receiver.received.map(({ body }) => body)).size).toBe(1);
    const [destination] = (await desk.read()).destinations;
    expect(destination).toMatchObject({ waiting: 0, standing: { deliveredAt: expect.any(String) } });
    expect(destination?.standing.failure).toBeUndefined();
  });

  test("is given up after a day, and the person sees since when and why", async () => {
    await desk.told();
    desk.receiver.answer(500);
    await desk.deliver();
    desk.clock.skip(25 * 60 * minute);
    await desk.deliver();
    expect(desk.receiver.received).toHaveLength(1);
    expect(await desk.read()).toMatchObject({
      notices: [{ deliveries: [{ state: "lost", why: "answers 500" }] }],
      destinations: [{ waiting: 0, standing: { lost: { count: 1, why: "answers 500" } } }],
    });
  });

  test("is not sent after the right was taken away, and never where the garden does not say", async () => {
    let answersReviews = false;
    desk.freeLease();
    const isReview = ({ url }: TransportRequest) => url.pathname.endsWith("/subjectaccessreviews");
    const careful = await desk.replica({
      wrap: createBreakingTransport((request) => !answersReviews && isReview(request)),
    });
    await desk.told();
    await desk.deliver(careful);
    expect(desk.receiver.received).toEqual([]);
    const giveBack = replaceProjectMembers(desk.embedded, "payments");
    await vi.waitUntil(async () => (await desk.read()).hidden === 1, eventuallyTimeoutMs);
    answersReviews = true;
    await desk.deliver(careful);
    await desk.deliver(careful);
    await careful.stop();
    expect(desk.receiver.received).toEqual([]);
    expect((await desk.read()).destinations).toMatchObject([{ waiting: 0, standing: {} }]);
    giveBack();
    await vi.waitUntil(async () => (await desk.read()).hidden === 0, eventuallyTimeoutMs);
  });

  test("is for nobody once its destination is deleted, and its rule stays", async () => {
    const { id } = await desk.told();
    const [destination] = (await desk.read()).destinations;
    await desk.changed({ kind: "delete", id, seen: destination?.at ?? "" });
    await desk.deliver();
    expect(desk.receiver.received).toEqual([]);
    expect(await desk.read()).toMatchObject({ destinations: [], rules: [{ to: [] }], notices: [{ deliveries: [] }] });
  });
});

test.each<[WebhookShape, RegExp]>([
  [
    "slack",
    /^\{"text":"\*Unhealthy\*\\n• <http:\/\/localhost:3000\/clusters\/payments\/ledger-us\|payments\/ledger-us>/,
  ],
  ["teams", /^\{"type":"message","attachments":\[\{"contentType":"application\/vnd\.microsoft\.card\.adaptive"/],
])("a webhook of the shape %s is sent what that chat takes", async (shape, form) => {
  await desk.told(shape);
  await desk.deliver();
  expect(desk.receiver.received.map(({ body }) => body)).toEqual([expect.stringMatching(form)]);
});

test("where the garden does not tell what waits, the page says since when, until it does", async () => {
  desk.freeLease();
  let isAway = true;
  const isList = ({ method, url }: TransportRequest) => method === "GET" && url.searchParams.has("labelSelector");
  const cut = await desk.replica({
    clock: desk.clock,
    wrap: createBreakingTransport((request) => isAway && isList(request)),
  });
  await desk.told();
  await desk.deliver(cut);
  const noDelivery = async () => (await desk.read("owner-commerce", cut)).noDelivery;
  expect(await noDelivery()).toBeUndefined();
  desk.clock.skip(2 * minute);
  await desk.deliver(cut);
  expect(await noDelivery()).toMatch(/^The garden has not told Almanac what waits to be delivered since /);
  isAway = false;
  await desk.deliver(cut);
  expect(await noDelivery()).toBeUndefined();
  expect(desk.receiver.received).toHaveLength(1);
  await cut.stop();
});

test("where the garden allows no Lease nothing is delivered, and the page says so until it does", async () => {
  const target = { resource: roles, namespace: "almanac", name: "almanac:keeper" };
  const before = desk.embedded.api.get(target);
  const rules = before !== undefined && "rules" in before ? before.rules : undefined;
  desk.embedded.api.patch(target, {
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["create", "delete", "get", "list", "patch"] }],
  });
  await desk.told();
  desk.clock.skip(minute);
  await desk.deliver();
  expect(desk.receiver.received).toEqual([]);
  expect((await desk.read()).noDelivery).toBe("Almanac may not keep Leases in the namespace almanac of this garden.");
  desk.embedded.api.patch(target, { rules });
  await desk.deliver();
  expect(desk.receiver.received).toHaveLength(1);
  expect((await desk.read()).noDelivery).toBeUndefined();
});
