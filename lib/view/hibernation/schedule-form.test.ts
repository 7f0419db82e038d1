import { describe, expect, test } from "vitest";
import { operationShootWith } from "#lib/policy/operations/operation-shoot.fixture.ts";
import {
  actOfScheduleForms,
  areSameScheduleForms,
  type ScheduleForm,
  scheduleFormsOf,
  validateSchedules,
} from "./schedule-form.ts";

const nightly: ScheduleForm = { start: "0 19 * * 1-5", end: "0 7 * * 1-5", location: "Europe/Berlin" };
const now = Date.parse("2026-11-24T12:00:00Z");
const judge = (...forms: readonly ScheduleForm[]) => validateSchedules({ forms, written: [], now });

describe("what is wrong with a schedule", () => {
  test.each<[string, Partial<ScheduleForm>, object]>([
    ["nothing", {}, {}],
    ["a start alone is enough", { end: "" }, {}],
    ["an end alone is enough", { start: "" }, {}],
    ["neither is not", { start: "", end: "" }, { start: expect.stringContaining("needs a time") }],
    ["four fields are no expression", { start: "0 19 * *" }, { start: expect.stringContaining("five fields") }],
    ["a weekday 7 is none", { end: "0 7 * * 7" }, { end: expect.stringContaining("0–6") }],
    ["a descriptor stands for five fields", { start: "@daily" }, {}],
    ["one that nobody can foresee is taken as well", { start: "@every 12h" }, {}],
    ["another is none", { start: "@reboot" }, { start: expect.stringContaining("@hourly") }],
    ["30 February never comes", { start: "0 0 30 2 *" }, { start: expect.stringContaining("never comes") }],
    ["31 April never comes", { end: "0 0 31 4 *" }, { end: expect.stringContaining("never comes") }],
    ["29 February does", { start: "0 0 29 2 *" }, {}],
    ["the clock of the controllers is one", { location: "Local" }, {}],
    ["an unknown zone is said", { location: "Europe/Atlantis" }, { location: expect.stringContaining("not known") }],
    ["no zone means UTC", { location: "" }, {}],
    ["both in the same minute", { end: "0 19 * * 1-5" }, { end: expect.stringContaining("very minute") }],
  ])("%s", (_name, differs, faults) => {
    expect(judge({ ...nightly, ...differs })).toEqual([faults]);
  });

  test("a second one that is the same is one too many", () => {
    expect(judge(nightly, nightly)).toEqual([{}, { start: "This schedule is there already." }]);
  });

  test("what stands in the cluster already does not keep anybody from editing another", () => {
    const odd = { start: "@reboot", end: "", location: "Mars/Base" };
    expect(validateSchedules({ forms: [odd, nightly], written: [odd], now })).toEqual([{}, {}]);
    expect(validateSchedules({ forms: [{ ...odd, location: "" }], written: [odd], now })[0]).toHaveProperty("start");
  });
});

describe("the form", () => {
  test("shows what is written verbatim, nulls and missing fields as empty", () => {
    const shoot = operationShootWith({
      spec: {
        hibernation: {
          schedules: [
            { start: "@weekly", end: null },
            { end: "0 7 * * *", location: "UTC" },
          ],
        },
      },
    });
    expect(scheduleFormsOf(shoot)).toEqual([
      { start: "@weekly", end: "", location: "" },
      { start: "", end: "0 7 * * *", location: "UTC" },
    ]);
  });

  test("of a cluster without schedules is empty", () => {
    expect(scheduleFormsOf(operationShootWith())).toEqual([]);
    expect(scheduleFormsOf(operationShootWith({ spec: { hibernation: { schedules: null } } }))).toEqual([]);
  });

  test("is the same as another by its fields and their order", () => {
    expect(areSameScheduleForms([nightly], [{ ...nightly }])).toBe(true);
    expect(areSameScheduleForms([nightly], [])).toBe(false);
    expect(areSameScheduleForms([nightly], [{ ...nightly, location: "" }])).toBe(false);
  });
});

describe("the act", () => {
  test("replaces the whole list and leaves empty fields out", () => {
    expect(actOfScheduleForms([{ start: "0 19 * * *", end: "", location: "" }])).toEqual({
      kind: "change",
      about: "hibernation-schedules",
      patch: { spec: { hibernation: { schedules: [{ start: "0 19 * * *" }] } } },
    });
  });

  test("removes the field with the last schedule", () => {
    expect(actOfScheduleForms([])).toMatchObject({ patch: { spec: { hibernation: { schedules: null } } } });
  });
});
