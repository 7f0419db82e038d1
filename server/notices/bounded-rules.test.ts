import { beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "#app/api/notices/route.ts";
import { noticeChangeResponseSchema, noticesSchema, type WatchedEvents } from "#lib/contract/notices.ts";
import { ownConfigMapsTarget, parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const demo = startDemoTestBed({ garden: { speed: 0 } });
beforeEach(() => demo.forget());

const read = async (identity: string) => parseOkResponse(await demo.call(GET, identity), noticesSchema);
const change = (identity: string, body: unknown) => demo.call(POST, identity, { body });

interface View {
  readonly kind: "view";
  readonly address: string;
}

async function ruleOf(identity: string, events: WatchedEvents, subject: View) {
  const saved = await change(identity, { kind: "save", name: "Patterns", subject, events });
  const { rule } = await parseOkResponse(saved, noticeChangeResponseSchema);
  if (rule === undefined) throw new Error("no rule was kept");
  return rule;
}

const check = () => demo.app.ruleWatch?.check();

function keptRules() {
  return demo.embedded.api
    .list(ownConfigMapsTarget)
    .find(({ metadata }) => metadata.name?.startsWith("almanac-rules-"));
}

describe("what rules make Almanac do", () => {
  const patterns = (count: number) => Array.from({ length: count }, (_, index) => `-*1*.${index}z`).join(",");
  const over = (count: number) => ({ kind: "view", address: `/clusters?k8s=${patterns(count)}` }) as const;

  test("is bounded when they are saved: the refusal says how much it would be and how much there is", async () => {
    await ruleOf("owner-commerce", { deadEnd: true }, over(195));
    const second = await ruleOf("owner-commerce", { deadEnd: true }, over(195));
    const third = { kind: "save", name: "Third", subject: over(20), events: { deadEnd: true } } as const;
    expect(await problemIn(await change("owner-commerce", third))).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/410 values .* may ask for 400/),
    });
    expect(await read("owner-commerce")).toMatchObject({ rules: [{}, {}], values: 390, unwatched: [] });
    const off = { kind: "change", id: second.id, seen: second.at, off: true } as const;
    expect((await change("owner-commerce", off)).status).toBe(200);
    expect((await change("owner-commerce", third)).status).toBe(200);
  });

  test("is bounded for books of older builds, too, and their owner is told which rules are not watched", async () => {
    await ruleOf("owner-commerce", { deadEnd: true }, over(150));
    const kept = keptRules();
    const name = kept?.metadata.name ?? "";
    const held = kept !== undefined && "data" in kept && kept.data instanceof Object ? Object.entries(kept.data) : [];
    const book = JSON.parse(String(held[0]?.[1]));
    const rules = [0, 1, 2, 3].map((index) => ({ ...book.rules[0], id: `r${index}`, name: `Rule ${index}` }));
    demo.embedded.api.patch({ ...ownConfigMapsTarget, name }, { data: { rules: JSON.stringify({ ...book, rules }) } });
    await check();
    expect((await read("owner-commerce")).unwatched).toEqual([
      expect.stringContaining("Rule 2"),
      expect.stringContaining("Rule 3"),
    ]);
  });
});
