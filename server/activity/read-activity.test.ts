import { describe, expect, test } from "vitest";
import { listFieldManagers, toShootEvent } from "./read-activity.ts";

const metadata = { name: "prod.1", uid: "u1", creationTimestamp: "2026-03-01T08:00:00Z" };

describe("events", () => {
  test.each([
    {
      name: "of the older API",
      event: {
        metadata,
        reason: "Reconciling",
        message: "m",
        type: "Normal",
        count: 2,
        firstTimestamp: "a",
        lastTimestamp: "b",
        source: { component: "gardenlet" },
      },
      expected: { reason: "Reconciling", count: 2, firstAt: "a", lastAt: "b", component: "gardenlet" },
    },
    {
      name: "of the newer API, with a series",
      event: {
        metadata,
        reason: "R",
        note: "n",
        eventTime: "a",
        series: { count: 5, lastObservedTime: "c" },
        reportingComponent: "x",
      },
      expected: { message: "n", count: 5, firstAt: "a", lastAt: "c", component: "x" },
    },
    {
      name: "without anything but metadata",
      event: { metadata },
      expected: { reason: "", message: "", type: "Normal", count: 1, firstAt: "2026-03-01T08:00:00Z" },
    },
    { name: "with a count that is none", event: { metadata, count: -3 }, expected: { count: 1 } },
  ])("$name", ({ event, expected }) => {
    expect(toShootEvent(event)).toMatchObject(expected);
  });
});

describe("who wrote which fields", () => {
  const entry = (fieldsV1: unknown) => [
    { manager: "kubectl-edit", operation: "Update", time: "2026-03-01T08:00:00Z", fieldsV1 },
  ];

  test("only the names of the topmost fields are told, two steps deep", () => {
    const fields = {
      "f:metadata": { "f:labels": { ".": {}, "f:team": {} } },
      "f:spec": { "f:kubernetes": { "f:version": {} }, "f:region": {} },
    };
    expect(listFieldManagers(entry(fields))).toEqual([
      {
        manager: "kubectl-edit",
        operation: "Update",
        at: "2026-03-01T08:00:00Z",
        fields: ["metadata.labels", "spec.kubernetes", "spec.region"],
        more: 0,
      },
    ]);
  });

  test("many fields are counted, not listed", () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f:field${index}`, {}]));
    expect(listFieldManagers(entry({ "f:spec": many }))).toMatchObject([{ fields: { length: 12 }, more: 8 }]);
  });

  test.each([undefined, null, "text", [null], [{ operation: "Update" }], [{ manager: 3 }]])("bears %j", (value) => {
    expect(listFieldManagers(value)).toEqual([]);
  });
});
