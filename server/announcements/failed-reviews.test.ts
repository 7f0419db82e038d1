import { expect, test } from "vitest";
import { GET, POST } from "#app/api/announcements/route.ts";
import { announcementsSchema } from "#lib/contract/announcements/announcements.ts";
import type { TransportRequest } from "#server/garden/transport.ts";
import { createBreakingTransport } from "#server/testing/create-breaking-transport.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";

const isStorageReview = ({ url, body }: TransportRequest) =>
  url.pathname.endsWith("/selfsubjectaccessreviews") && body?.includes('"configmaps"') === true;
const demo = startDemoTestBed({ garden: { speed: 0 }, wrap: createBreakingTransport(isStorageReview) });

test("announcements for others stay hidden while the garden does not say whether a user may write them", async () => {
  const everywhere = { kind: "save", importance: "info", place: { kind: "landscape" } };
  for (const body of [
    { ...everywhere, name: "now" },
    { ...everywhere, name: "later", from: "2100-01-01T00:00:00Z" },
    { ...everywhere, name: "of another Seed", place: { kind: "seed", name: "nowhere" } },
  ]) {
    expect((await demo.call(POST, "operator", { body })).status).toBe(200);
  }
  for (const person of ["operator", "owner-commerce", "stranger"]) {
    const read = await parseOkResponse(await demo.call(GET, person), announcementsSchema);
    expect(read.announcements.map(({ name }) => name)).toEqual(["now"]);
    expect(read.mayWrite, "the garden refuses the write itself").toBe(true);
  }
});
