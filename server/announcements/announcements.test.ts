import { beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "#app/api/announcements/route.ts";
import {
  type AnnouncementChangeRequest,
  announcementChangeResponseSchema,
  announcementLimits,
  announcementsSchema,
} from "#lib/contract/announcements/announcements.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { runInLanguage } from "#server/language/run-in-language.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const stored = { resource: configMaps, namespace: "almanac", name: "almanac-announcements" };
const demo = startDemoTestBed({ garden: { speed: 0 } });
beforeEach(() => {
  demo.forget();
  if (demo.embedded.api.get(stored)) demo.embedded.api.delete(stored);
  demo.app.announcements.changed();
});

const read = async (person: string) =>
  parseOkResponse(await demo.call(GET, person, { path: "/api/announcements" }), announcementsSchema);
const change = (person: string, body: unknown) => demo.call(POST, person, { body });
const everywhere = { kind: "save", name: "Maintenance", importance: "info", place: { kind: "landscape" } } as const;

async function saved(body: Extract<AnnouncementChangeRequest, { kind: "save" }>) {
  const { announcement } = await parseOkResponse(await change("operator", body), announcementChangeResponseSchema);
  if (announcement === undefined) throw new Error("nothing was saved");
  return announcement;
}
const titlesFor = async (person: string) => (await read(person)).announcements.map(({ name }) => name);

describe("an announcement", () => {
  test("of the whole landscape is shown to everybody", async () => {
    const announcement = await saved({ ...everywhere, text: "On Sunday." });
    expect(announcement).toMatchObject({ name: "Maintenance", text: "On Sunday.", by: "operator" });
    for (const person of ["operator", "owner-commerce", "viewer", "stranger"]) {
      expect((await read(person)).announcements).toEqual([announcement]);
    }
  });

  test("of a Seed, a profile or a provider is shown to those who see a cluster there, and to nobody else", async () => {
    const { seed = "", provider, profile } = rowOf("payments", "acquiring");
    await saved({ ...everywhere, name: "of the Seed", place: { kind: "seed", name: seed } });
    await saved({ ...everywhere, name: "of the profile", place: { kind: "profile", name: profile?.name ?? "" } });
    await saved({ ...everywhere, name: "of the provider", place: { kind: "provider", name: provider } });
    await saved({ ...everywhere, name: "of another Seed", place: { kind: "seed", name: "nowhere" } });
    expect(await titlesFor("owner-commerce")).toEqual(["of the profile", "of the provider", "of the Seed"]);
    expect(await titlesFor("stranger")).toEqual([]);
    expect(await titlesFor("operator")).toContain("of another Seed");
  });

  test("of a parent profile is shown to those whose profile is made from it", async () => {
    const rows = demo.app.fleet.store.rows({ all: true, namespaces: new Set() });
    const own = rows.find(({ profile }) => profile?.kind === "NamespacedCloudProfile");
    const parent = demo.app.sources.namespacedCloudProfiles.byName(own?.namespace ?? "", own?.profile?.name ?? "");
    await saved({ ...everywhere, place: { kind: "profile", name: parent?.spec.parent.name ?? "" } });
    expect(own?.project).toBe("ml");
    expect(await titlesFor("owner-data")).toEqual(["Maintenance"]);
  });

  test("is shown from its beginning to its end, and before and afterwards only to who may change it", async () => {
    const hour = (hours: number) => new Date(demo.app.now() + hours * 3_600_000).toISOString();
    await saved({ ...everywhere, name: "over", from: hour(-2), until: hour(-1) });
    await saved({ ...everywhere, name: "now", from: hour(-1), until: hour(1) });
    await saved({ ...everywhere, name: "later", from: hour(1) });
    expect(await titlesFor("viewer")).toEqual(["now"]);
    expect(await titlesFor("operator")).toEqual(["later", "now", "over"]);
  });

  test("that ends before it begins is refused at its end", async () => {
    const body = { ...everywhere, from: "2026-12-02T00:00:00Z", until: "2026-12-01T00:00:00Z" };
    const problem = await problemIn(await change("operator", body));
    expect(problem).toMatchObject({ status: 400, causes: [{ field: "until" }] });
  });

  test("is changed as it was seen, and loses what is left out", async () => {
    const { id, at, by: _, ...rest } = await saved({ ...everywhere, text: "On Sunday." });
    const { text: _text, ...shorter } = rest;
    const body = { ...shorter, kind: "change", id, seen: at, importance: "warning" };
    await change("operator", body);
    expect((await read("viewer")).announcements).toEqual([
      { ...shorter, id, importance: "warning", by: "operator", at: expect.any(String) },
    ]);
    const late = await change("operator", { kind: "delete", id, seen: "2020-01-01T00:00:00Z" });
    expect(await problemIn(late)).toMatchObject({ status: 409 });
    const [{ at: seen } = { at: "" }] = (await read("operator")).announcements;
    expect((await change("operator", { kind: "delete", id, seen })).status).toBe(200);
    expect(await titlesFor("viewer")).toEqual([]);
  });

  test("is written by nobody whom the garden does not let write the ConfigMap", async () => {
    for (const person of ["owner-commerce", "viewer", "stranger"]) {
      expect((await read(person)).mayWrite).toBe(false);
      expect(await problemIn(await change(person, everywhere))).toMatchObject({ status: 403 });
    }
    expect(demo.embedded.api.get(stored)).toBeUndefined();
    expect((await read("operator")).mayWrite).toBe(true);
  });

  test("on a version in the profile of a project is shown to those who see a cluster of it; of a CloudProfile, to all", async () => {
    const on = { kind: "version", version: "1.34" } as const;
    await saved({ ...everywhere, name: "of the project", place: { ...on, profile: "ml-gpu" } });
    await saved({ ...everywhere, name: "of the garden", place: { ...on, profile: "gcp" } });
    expect(await titlesFor("owner-data")).toEqual(["of the garden", "of the project"]);
    for (const person of ["owner-commerce", "stranger"]) expect(await titlesFor(person)).toEqual(["of the garden"]);
  });

  test("that this Almanac cannot read is counted for everybody, so that nobody is told that there is none", async () => {
    await saved(everywhere);
    const [entry] = (await read("operator")).announcements;
    demo.embedded.api.patch(stored, {
      data: { announcements: JSON.stringify({ version: 1, announcements: [{ ...entry, place: { kind: "planet" } }] }) },
    });
    demo.app.announcements.changed();
    expect(await read("stranger")).toMatchObject({ announcements: [], unshown: 1 });
  });

  test("is one of so many", async () => {
    for (let index = 0; index < announcementLimits.announcements; index += 1) await saved(everywhere);
    const problem = await problemIn(await change("operator", everywhere));
    expect(problem).toMatchObject({ status: 409, detail: expect.stringContaining("100 announcements") });
  });
});

test("announcements in an unknown form are not shown and not overwritten", async () => {
  await saved(everywhere);
  const { name, namespace } = stored;
  const later = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace },
    data: { announcements: "later" },
  };
  demo.embedded.api.update(stored, later);
  demo.app.announcements.changed();
  expect(await read("viewer")).toMatchObject({ announcements: [], unavailable: expect.stringContaining("not know") });
  const { unavailable } = await demo.app.announcements.read();
  expect(await runInLanguage("de", async () => unavailable?.())).toContain("nicht kennt");
  expect(unavailable?.(), "what was read once for all is told in the language of each").toContain("not know");
  expect(await problemIn(await change("operator", everywhere))).toMatchObject({ status: 409 });
});

function rowOf(project: string, name: string) {
  const rows = demo.app.fleet.store.rows({ all: true, namespaces: new Set() });
  const row = rows.find((each) => each.project === project && each.name === name);
  if (row === undefined) throw new Error(`no cluster ${project}/${name}`);
  return row;
}
