import { expect, test } from "vitest";
import { parseShoot } from "./parse-shoot.ts";

test("an object without spec is read as a Shoot that says nothing", () => {
  expect(parseShoot({ metadata: { name: "a" } })?.spec).toEqual({
    kubernetes: { version: "" },
    provider: { type: "" },
  });
});

test("a condition without type is left out, one without status is Unknown, and a window without end has an empty one", () => {
  const shoot = parseShoot({
    metadata: { name: "a" },
    spec: { maintenance: { timeWindow: { begin: "220000+0100" } } },
    status: { conditions: [{ status: "False" }, null, { type: "EveryNodeReady" }], constraints: "none" },
  });
  expect(shoot?.spec.maintenance?.timeWindow).toEqual({ begin: "220000+0100", end: "" });
  expect(shoot?.status?.conditions).toEqual([{ type: "EveryNodeReady", status: "Unknown" }]);
});

test("what is there stays as it is", () => {
  const shoot = {
    metadata: { name: "a" },
    spec: { kubernetes: { version: "1.33.4" }, provider: { type: "gcp", workers: null } },
  };
  expect(parseShoot(shoot)).toEqual(shoot);
});

test("what has no name is no object", () => {
  expect(parseShoot({ metadata: {} })).toBeUndefined();
});
