import { describe, expect, it, test } from "vitest";
import type { WhatIfChange } from "#lib/policy/forecast/what-if-change.ts";
import { formatWhatIf, parseWhatIf, withoutWhatIfChange, withWhatIfChange } from "./what-if-grammar.ts";

const understood: readonly (readonly [string, WhatIfChange])[] = [
  ["k8s:on", { code: "auto-update", kubernetes: true }],
  ["images:off", { code: "auto-update", machineImages: false }],
  ["window:220000+0100~230000+0100", { code: "window", begin: "220000+0100", end: "230000+0100" }],
  ["pin:data:1.34.2", { code: "pin-pool", pool: "data", version: "1.34.2" }],
  ["unpin:data", { code: "unpin-pool", pool: "data" }],
  ["update:control-plane:1.34.2", { code: "update-now", lane: { kind: "control-plane" }, version: "1.34.2" }],
  [
    "update:pool/data/image:1592.9.0",
    { code: "update-now", lane: { kind: "pool-image", pool: "data" }, version: "1592.9.0" },
  ],
  [
    "expiry:1.33.4:2026-12-31",
    { code: "move-expiry", place: { version: "1.33.4" }, at: Date.parse("2026-12-31T00:00:00Z") },
  ],
  [
    "expiry:gardenlinux/1592.9.0:none",
    { code: "move-expiry", place: { image: "gardenlinux", version: "1592.9.0" }, at: undefined },
  ],
  [
    "expiry:1.33.4:2026-12-31T23:59:59Z",
    { code: "move-expiry", place: { version: "1.33.4" }, at: Date.parse("2026-12-31T23:59:59Z") },
  ],
];

describe("an address says what is tried out", () => {
  it.each(understood)("%s is understood, and written the same again", (text, change) => {
    expect(parseWhatIf(text)).toEqual({ changes: [change], misread: [] });
    expect(formatWhatIf({ changes: [change], misread: [] })).toBe(text);
  });
});

describe("what is not understood is kept and said, never dropped", () => {
  it.each([
    "k8s:maybe",
    "k8s",
    "window:220000+0100",
    "window:220000+0100~221000+0100",
    "window:000000+0000~090000+0000",
    "window:later~soon",
    "pin:data",
    "pin::1.34.2",
    "unpin:",
    "update:somewhere:1.34.2",
    "update:control-plane:",
    "expiry:1.33.4:someday",
    "expiry::2026-12-31",
    "expiry:/1.33.4:2026-12-31",
    "expiry:1.33.4",
    "upgrade-everything",
    "constructor:x",
    "__proto__",
  ])("%s", (text) => {
    const read = parseWhatIf(text);
    expect(read.changes).toEqual([]);
    expect(read.misread).toHaveLength(1);
    expect(read.misread[0]?.why).toMatch(/\w/);
    expect(formatWhatIf(read)).toBe(text);
  });

  test("beside what is", () => {
    const read = parseWhatIf("k8s:on, nonsense ,,unpin:data");
    expect(read.changes).toHaveLength(2);
    expect(formatWhatIf(read)).toBe("k8s:on,unpin:data,nonsense");
  });
});

test("a later change about the same takes the place of the earlier one", () => {
  const on = parseWhatIf("k8s:on,pin:data:1.34.2");
  const off = withWhatIfChange(on, { code: "auto-update", kubernetes: false });
  expect(formatWhatIf(off)).toBe("pin:data:1.34.2,k8s:off");
  expect(formatWhatIf(withWhatIfChange(off, { code: "unpin-pool", pool: "data" }))).toBe("k8s:off,unpin:data");
  const [first] = off.changes;
  if (first === undefined) throw new Error("no change");
  expect(formatWhatIf(withoutWhatIfChange(off, first))).toBe("k8s:off");
});
