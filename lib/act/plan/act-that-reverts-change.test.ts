import { describe, expect, test } from "vitest";
import type { Act, ChangeSubject } from "#lib/contract/act.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { actThatRevertsChange, isChangeStillApplied } from "./act-that-reverts-change.ts";

function shootWith(spec: object) {
  const shoot = parseShoot({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name: "prod", namespace: "garden-pay" },
    spec: { kubernetes: { version: "1.34.1" }, provider: { type: "aws" }, ...spec },
  });
  if (shoot === undefined) throw new Error("it is no Shoot");
  return shoot;
}

const change = (spec: Record<string, unknown>, about: ChangeSubject = "auto-update"): Act => ({
  kind: "change",
  about,
  patch: { spec },
});

describe("a change is undone", () => {
  const schedules = [{ start: "0 20 * * *", end: "0 6 * * *" }];

  test.each<[string, object, Record<string, unknown>, Record<string, unknown>]>([
    [
      "by what was set before",
      { maintenance: { autoUpdate: { kubernetesVersion: true, machineImageVersion: true } } },
      { maintenance: { autoUpdate: { kubernetesVersion: false } } },
      { maintenance: { autoUpdate: { kubernetesVersion: true } } },
    ],
    [
      "by taking away what was not there",
      {},
      { maintenance: { confineSpecUpdateRollout: true } },
      { maintenance: { confineSpecUpdateRollout: null } },
    ],
    [
      "with lists as a whole",
      { hibernation: { enabled: false, schedules } },
      { hibernation: { schedules: [] } },
      { hibernation: { schedules } },
    ],
    [
      "by bringing back what it took away",
      { hibernation: { schedules } },
      { hibernation: { schedules: null } },
      { hibernation: { schedules } },
    ],
  ])("%s", (_how, before, patch, expected) => {
    expect(actThatRevertsChange(change(patch), shootWith(before))).toEqual(change(expected));
  });

  test.each<Act>([
    change({ kubernetes: { version: "1.35.0" } }, "kubernetes-version"),
    change({ provider: { workers: [] } }, "pool-settings"),
    change({ maintenance: null }, "manifest"),
    { kind: "operation", id: "reconcile", when: "now" },
    { kind: "delete" },
    { kind: "change", about: "hibernation", patch: { metadata: { labels: { a: "b" } }, spec: {} } },
  ])("but not %j", (act) => {
    expect(actThatRevertsChange(act, shootWith({}))).toBeUndefined();
  });
});

describe("what was changed is as it was changed", () => {
  const act = change({ maintenance: { autoUpdate: { kubernetesVersion: false } }, hibernation: null });

  test.each<[boolean, object]>([
    [true, { maintenance: { autoUpdate: { kubernetesVersion: false, machineImageVersion: true }, timeWindow: {} } }],
    [false, { maintenance: { autoUpdate: { kubernetesVersion: true } } }],
    [false, { maintenance: {} }],
    [false, { maintenance: { autoUpdate: { kubernetesVersion: false } }, hibernation: { enabled: true } }],
  ])("%s of %j", (is, spec) => {
    expect(isChangeStillApplied(act, shootWith(spec))).toBe(is);
  });
});
