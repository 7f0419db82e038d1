import { beforeEach, expect, test } from "vitest";
import { GET, POST } from "#app/api/settings/route.ts";
import { type SettingsChangeRequest, type StoredSettings, settingsSchema } from "#lib/contract/settings.ts";
import { ownConfigMapsTarget, parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const demo = startDemoTestBed();
beforeEach(() => demo.forget());

const read = async (identity: string) => parseOkResponse(await demo.call(GET, identity), settingsSchema);
const change = (identity: string, body: unknown) => demo.call(POST, identity, { body });

async function changed(identity: string, body: SettingsChangeRequest): Promise<StoredSettings> {
  return (await parseOkResponse(await change(identity, body), settingsSchema)).settings;
}

test("settings are there for their owner from any session, and for nobody else", async () => {
  expect(await read("stranger")).toEqual({ settings: {} });
  await changed("stranger", { theme: "dark", keymap: "z=t" });
  expect(await read("stranger")).toEqual({ settings: { theme: "dark", keymap: "z=t" } });
  for (const other of ["operator", "viewer"]) expect(await read(other)).toEqual({ settings: {} });
  expect(demo.embedded.api.list(ownConfigMapsTarget).map(({ metadata }) => metadata.name)).toEqual([
    expect.stringMatching(/^almanac-settings-[0-9a-f]{40}$/),
  ]);
});

test("of two devices that choose at the same moment neither loses what the other does not touch", async () => {
  await Promise.all([
    changed("operator", { theme: "dark" }),
    changed("operator", { density: "cosy" }),
    changed("operator", { clock: "utc" }),
    changed("operator", { keys: "off" }),
  ]);
  const all = { theme: "dark", density: "cosy", clock: "utc", keys: "off" };
  expect((await read("operator")).settings).toEqual(all);
  expect(await changed("operator", { theme: "light" }), "of one setting the later write counts").toEqual({
    ...all,
    theme: "light",
  });
});

test("settings of a form that is not known are said to be so, and are not written over", async () => {
  await changed("operator", { theme: "dark" });
  const name = demo.embedded.api.list(ownConfigMapsTarget)[0]?.metadata.name ?? "";
  for (const settings of ["{", '{"settings":1}', JSON.stringify({ owner: "somebody else", settings: {} })]) {
    demo.embedded.api.patch({ ...ownConfigMapsTarget, name }, { data: { settings } });
    expect((await read("operator")).unavailable).toMatch(/form that this Almanac does not know/);
    expect(await problemIn(await change("operator", { theme: "light" }))).toMatchObject({ status: 409 });
    expect(demo.embedded.api.get({ ...ownConfigMapsTarget, name })).toMatchObject({ data: { settings } });
  }
});

test.each<[string, unknown]>([
  ["nothing", {}],
  ["an unknown setting", { colour: "red" }],
  ["an unknown value", { theme: "sepia" }],
  ["a lifetime that nobody offers", { kubeconfig: "9999999" }],
  ["keys of more than a character", { keymap: "z=Enter" }],
  ["too many keys", { keymap: Array.from({ length: 80 }, () => "a=b").join(" ") }],
])("%s is refused before the garden is asked", async (_what, body) => {
  expect(await problemIn(await change("operator", body))).toMatchObject({ status: 400, reason: "invalid-request" });
  expect(demo.embedded.api.list(ownConfigMapsTarget)).toEqual([]);
});

test("S21: the audit line names the settings and not what was chosen", async () => {
  const before = demo.log.length;
  await changed("operator", { theme: "dark", readOnly: "on" });
  const lines = demo.log.slice(before).filter((line) => line.includes('"audit":"settings"'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"settings":"readOnly theme"');
  expect(lines[0]).not.toContain("dark");
});
