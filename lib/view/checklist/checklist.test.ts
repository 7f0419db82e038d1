import { describe, expect, test } from "vitest";
import { type Checklist, type ChecklistChangeRequest, checklistLimits } from "#lib/contract/checklist.ts";
import type { ShootCredentialsRotation } from "#lib/garden/shoot.ts";
import { operationShootWith } from "#lib/policy/operations/operation-shoot.fixture.ts";
import { applyChecklistChange, type ChecklistError, emptyChecklist } from "./apply-checklist-change.ts";
import { checklistViewOf } from "./checklist-view-of.ts";

const began = "2026-11-01T10:00:00Z";
const before = "2025-11-01T10:00:00Z";
const prepared = { phase: "Prepared", lastInitiationTime: began };
const shootWith = (rotation: ShootCredentialsRotation) => operationShootWith({ status: { credentials: { rotation } } });
const authorities = shootWith({ certificateAuthorities: prepared });
const hand = { by: "ada", at: "2026-11-02T08:00:00Z", newRowId: "row-1" };
const ticked = (item: string, rotation = began): Checklist => ({
  rows: [],
  ticks: [{ item, rotation, by: "bo", at: "2026-11-01T12:00:00Z" }],
});

describe("the checklist of a rotation", () => {
  test("is empty while nothing rotates that clients would notice", () => {
    const etcd = shootWith({ etcdEncryptionKey: { phase: "Prepared", lastInitiationTime: began } });
    expect(checklistViewOf(etcd, emptyChecklist).rows).toEqual([]);
    expect(checklistViewOf(operationShootWith(), emptyChecklist).rows).toEqual([]);
  });

  test.each([
    ["certificate authorities alone", { certificateAuthorities: prepared }, ["certificateAuthorities", "both"]],
    ["the signing key alone", { serviceAccountKey: prepared }, ["serviceAccountKey", "both"]],
    [
      "both together",
      { certificateAuthorities: prepared, serviceAccountKey: prepared },
      ["certificateAuthorities", "serviceAccountKey", "both"],
    ],
  ] as const)("names only what concerns it: %s", (_name, rotation, families) => {
    const { rows } = checklistViewOf(shootWith(rotation), emptyChecklist);
    expect(new Set(rows.map(({ family }) => family))).toEqual(new Set(families));
  });

  test("counts a tick for the rotation that it was made for, and for no other", () => {
    const rowOf = (checklist: Checklist) =>
      checklistViewOf(authorities, checklist).rows.find(({ id }) => id === "ca-gitops");
    expect(rowOf(ticked("ca-gitops"))?.state).toBe("ticked");
    expect(rowOf(ticked("ca-gitops", before))?.state).toBe("open");
  });

  test("checks by itself whether all pools have been rolled", () => {
    const stateWith = (pendingWorkersRollouts: readonly { name: string }[]) => {
      const rotation = { phase: "WaitingForWorkersRollout", lastInitiationTime: began, pendingWorkersRollouts };
      const { rows } = checklistViewOf(shootWith({ certificateAuthorities: rotation }), emptyChecklist);
      return rows.find(({ id }) => id === "pools-rolled")?.state;
    };
    expect(stateWith([{ name: "worker-1" }])).toBe("not-yet");
    expect(stateWith([])).toBe("checked");
  });

  test("is finished when each item is ticked, checked or has a reason", () => {
    const items = checklistViewOf(authorities, emptyChecklist).rows.filter(({ state }) => state === "open");
    const ticks = items.map(({ id }, index) => ({
      item: id,
      rotation: began,
      by: "ada",
      at: hand.at,
      ...(index === 0 ? { reason: "Nobody has one." } : {}),
    }));
    expect(checklistViewOf(authorities, { rows: [], ticks })).toMatchObject({ finished: true, reasoned: 1 });
    expect(checklistViewOf(authorities, { rows: [], ticks: ticks.slice(1) }).finished).toBe(false);
  });

  test("keeps the rows of a team for its next rotation, unticked", () => {
    const rows = [{ id: "row-1", text: "Billing has the bundle", by: "ada" }];
    const checklist = { rows, ticks: ticked("row-1", before).ticks };
    const row = checklistViewOf(authorities, checklist).rows.find(({ own }) => own);
    expect(row).toMatchObject({ title: "Billing has the bundle", state: "open", rotation: began });
  });
});

describe("a change of the checklist", () => {
  const tick: ChecklistChangeRequest = { kind: "tick", item: "ca-gitops", rotation: began };
  const untick = { kind: "untick", item: "ca-gitops", rotation: began, seen: "2026-11-01T12:00:00Z" } as const;
  const full = Array.from({ length: checklistLimits.rows }, (_, index) => ({ id: `row-${index}`, text: "x", by: "b" }));

  test.each<[string, Checklist, ChecklistChangeRequest, ChecklistError]>([
    ["an item that is none", emptyChecklist, { ...tick, item: "made-up" }, "unknown-item"],
    ["what the cluster itself tells", emptyChecklist, { ...tick, item: "pools-rolled" }, "unknown-item"],
    ["one row too many", { rows: full, ticks: [] }, { kind: "add-row", text: "one more" }, "too-many-rows"],
    ["taking back a tick unseen", ticked("ca-gitops"), { ...untick, seen: began }, "changed-meanwhile"],
  ])("is refused: %s", (_name, checklist, change, error) => {
    expect(applyChecklistChange(checklist, change, hand)).toEqual({ ok: false, error });
  });

  test.each<[string, Checklist, ChecklistChangeRequest, Checklist["ticks"]]>([
    [
      "a tick says who and when",
      emptyChecklist,
      tick,
      [{ item: "ca-gitops", rotation: began, by: "ada", at: hand.at }],
    ],
    ["a tick that stands keeps its name", ticked("ca-gitops"), tick, ticked("ca-gitops").ticks],
    [
      "a tick of an earlier rotation is replaced",
      ticked("ca-gitops", before),
      tick,
      [{ item: "ca-gitops", rotation: began, by: "ada", at: hand.at }],
    ],
    [
      "ticks of others stay",
      ticked("ca-pinned"),
      tick,
      [...ticked("ca-pinned").ticks, { item: "ca-gitops", rotation: began, by: "ada", at: hand.at }],
    ],
    ["taking it back", ticked("ca-gitops"), untick, []],
    ["taking back what is gone already", emptyChecklist, untick, []],
  ])("%s", (_name, checklist, change, ticks) => {
    expect(applyChecklistChange(checklist, change, hand)).toMatchObject({ ok: true, value: { ticks } });
  });

  test("a reason stands until a tick replaces it", () => {
    const reasoned = applyChecklistChange(emptyChecklist, { ...tick, reason: "none is used" }, hand);
    expect(reasoned).toMatchObject({ ok: true, value: { ticks: [{ reason: "none is used" }] } });
    const then = applyChecklistChange(reasoned.ok ? reasoned.value : emptyChecklist, tick, hand);
    expect(then.ok && then.value.ticks[0]).not.toHaveProperty("reason");
  });

  test("a row that goes takes its tick along", () => {
    const added = applyChecklistChange(emptyChecklist, { kind: "add-row", text: "Billing" }, hand);
    const checklist = { rows: added.ok ? added.value.rows : [], ticks: ticked("row-1").ticks };
    expect(applyChecklistChange(checklist, { kind: "remove-row", row: "row-1" }, hand)).toEqual({
      ok: true,
      value: emptyChecklist,
    });
  });
});
