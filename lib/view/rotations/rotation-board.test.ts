import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { dueCredentialsOf } from "#lib/fleet/fields/due-families.ts";
import { createRotationAgeTest } from "#lib/fleet/fields/rotation-age-filter.ts";
import { parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { bulkRotationCompletionOf, bulkRotationStartOf } from "./bulk-rotation.ts";
import { clusterRotationsOf, countRotations, selectClusterRotations } from "./rotation-board.ts";

const now = Date.parse("2026-08-10T10:00:00Z");
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
const [ca, sa, etcd] = ["certificateAuthorities", "serviceAccountKey", "etcdEncryptionKey"] as const;
const fresh = { [ca]: daysAgo(1), [sa]: daysAgo(1), [etcd]: daysAgo(1) };

function row(name: string, differs: Partial<FleetRow> = {}): FleetRow {
  return sampleFleetRow({ name, createdAt: daysAgo(400), rotatedAt: fresh, ...differs });
}

const prepared = (family: string, days: number) => ({
  family,
  phase: "Prepared",
  since: daysAgo(days),
  wait: "update-clients-and-complete",
});

describe("what is due", () => {
  test.each<[string, Partial<FleetRow>, readonly string[]]>([
    ["nothing was ever renewed: all that every cluster has", { rotatedAt: undefined }, [ca, sa, etcd]],
    ["a family that is old, however young the others are", { rotatedAt: { ...fresh, [sa]: daysAgo(91) } }, [sa]],
    ["an SSH key pair that was renewed once", { rotatedAt: { ...fresh, sshKeypair: daysAgo(100) } }, ["sshKeypair"]],
    ["nothing that is young", {}, []],
    ["nothing of a young cluster", { createdAt: daysAgo(3), rotatedAt: undefined }, []],
    ["nothing of a cluster that goes away", { rotatedAt: undefined, deletionRequestedAt: daysAgo(0) }, []],
    ["nothing that is being rotated", { rotatedAt: {}, rotations: [prepared(ca, 1), prepared(sa, 1)] }, [etcd]],
    ["nothing where no time can be read", { rotatedAt: undefined, createdAt: "yesterday" }, []],
  ])("%s", (_, differs, families) => {
    expect(dueCredentialsOf(row("a", differs), now).map(({ family }) => family)).toEqual(families);
  });
});

describe("the lines of the table", () => {
  test("both twins in one phase are one rotation, with the pools of both", () => {
    const rotations = [
      { ...prepared(ca, 3), phase: "WaitingForWorkersRollout", wait: "roll-pools", pools: ["a"] },
      { ...prepared(sa, 3), phase: "WaitingForWorkersRollout", wait: "roll-pools", pools: ["a", "b"] },
    ];
    expect(clusterRotationsOf([row("x", { rotations })], now)).toMatchObject([
      { scope: "all", state: "waiting", turn: "Owner", pools: ["a", "b"], next: "Roll pools", completable: false },
    ]);
  });

  test("twins that are one rotation wait since the first of them does", () => {
    const [line] = clusterRotationsOf([row("x", { rotations: [prepared(ca, 3), prepared(sa, 20)] })], now);
    expect(line?.since).toBe(daysAgo(20));
  });

  test("what waits is counted where nobody wrote since when", () => {
    const rotations = [{ family: ca, phase: "Prepared", wait: "update-clients-and-complete" }];
    const rows = [row("x", { rotations })];
    const lines = clusterRotationsOf(rows, now);
    expect([countRotations(lines, "waiting", now), countRotations(lines, "waitingLong", now)]).toEqual([1, 0]);
    expect(rows.map((each) => createRotationAgeTest(["waiting"])(each, { now }))).toEqual([true]);
  });

  test("of a cluster that is deleted meanwhile it is nobody's turn, and nothing is completed", () => {
    const rotations = [{ family: ca, phase: "Prepared", since: daysAgo(40) }];
    expect(clusterRotationsOf([row("x", { rotations, deletionRequestedAt: daysAgo(0) })], now)).toMatchObject([
      { state: "running", turn: "Nobody", age: "neutral", next: "Look at it", completable: false },
    ]);
  });

  test("twins that stand apart are two, and what Gardener does waits for nobody", () => {
    const rotations = [prepared(ca, 3), { family: sa, phase: "Preparing", since: daysAgo(0) }];
    expect(
      clusterRotationsOf([row("x", { rotations })], now).map(({ scope, state, turn }) => [scope, state, turn]),
    ).toEqual([
      [ca, "waiting", "Owner"],
      [sa, "running", "Gardener"],
    ]);
  });

  test.each([
    [6, "neutral"],
    [13.9, "neutral"],
    [14, "caution"],
    [30, "alert"],
  ])("half done for %d days is %s", (days, age) => {
    expect(clusterRotationsOf([row("x", { rotations: [prepared(ca, days)] })], now)[0]?.age).toBe(age);
  });

  test("what waits longest comes first, then what runs, then what is due", () => {
    const rows = [
      row("due", { rotatedAt: undefined }),
      row("runs", { rotations: [{ family: etcd, phase: "Completing", since: daysAgo(0) }] }),
      row("short", { rotations: [prepared(ca, 2)] }),
      row("long", { rotations: [prepared(ca, 20)] }),
    ];
    const lines = clusterRotationsOf(rows, now);
    expect(lines.map((line) => line.row.name)).toEqual(["long", "short", "runs", "due"]);
    const counted = (["all", "waiting", "waitingLong", "underWay", "due"] as const).map((state) =>
      countRotations(lines, state, now),
    );
    expect(counted).toEqual([4, 2, 1, 3, 1]);
  });

  test("a phase newer than this build shows its own word", () => {
    const rotations = [{ family: "somethingNew", phase: "Pondering" }];
    expect(clusterRotationsOf([row("x", { rotations })], now)).toMatchObject([
      { phase: "Pondering", state: "running" },
    ]);
  });
});

describe("what the address asks for", () => {
  const rows = [
    row("old", { rotations: [prepared(ca, 20), prepared(sa, 20)] }),
    row("new", { rotations: [prepared(ca, 2)] }),
    row("due", { rotatedAt: undefined }),
  ];
  test.each([
    ["", ["old", "new", "due"]],
    ["rotAge=waiting:%3E14d", ["old"]],
    ["rotAge=waiting:%3E0d", ["old", "new"]],
    ["rotAge=waiting", ["old", "new"]],
    ["due=1", ["due"]],
    ["rot=-none", ["old", "new"]],
    ["rot=sa:Prepared", ["old"]],
    ["rot=none", ["due"]],
  ])("%s", (search, names) => {
    const lines = selectClusterRotations(
      clusterRotationsOf(rows, now),
      parseFleetQuery(new URLSearchParams(search)),
      now,
    );
    expect(lines.map((line) => line.row.name)).toEqual(names);
  });

  test("a rotation that waits is asked for like an age", () => {
    expect(rows.map((each) => createRotationAgeTest(["waiting:>14d"])(each, { now }))).toEqual([true, false, false]);
  });
});

describe("over many clusters", () => {
  const line = (name: string, rotations: FleetRow["rotations"]) => {
    const [first] = clusterRotationsOf([row(name, { rotations })], now);
    if (!first) throw new Error("no line");
    return first;
  };
  const both = [prepared(ca, 2), prepared(sa, 2)];
  const stand = (finished: boolean) => ({ kind: "read", done: finished ? 7 : 4, total: 7, finished }) as const;

  test("a start asks each cluster once", () => {
    const marked = [line("a", [prepared(ca, 2)]), line("a", [prepared(sa, 2)]), line("b", both)];
    const run = bulkRotationStartOf(marked, { scope: "all", withoutRollout: true });
    expect(run.rows.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(run.intent).toEqual({
      kind: "act",
      act: { kind: "operation", id: "rotate-credentials-start-without-workers-rollout", when: "now" },
    });
  });

  test("only a finished checklist is completed; every other is named with its reason", () => {
    const { run, leftOut } = bulkRotationCompletionOf([
      { line: line("done", both), stand: stand(true) },
      { line: line("open", both), stand: stand(false) },
      { line: line("dark", both), stand: { kind: "unreadable" } },
      { line: line("other", [prepared(ca, 2)]), stand: stand(true) },
      { line: line("busy", [{ family: ca, phase: "Preparing" }]), stand: stand(true) },
    ]);
    expect(run?.rows.map(({ name }) => name)).toEqual(["done"]);
    expect(run?.intent).toMatchObject({ act: { id: "rotate-credentials-complete" } });
    expect(leftOut.map(({ cluster, reason }) => [cluster, reason.split(":")[0]])).toEqual([
      ["pay/open", "its checklist is not finished, 4 of 7"],
      ["pay/dark", "its checklist cannot be read"],
      ["pay/other", "another rotation"],
      ["pay/busy", "it does not wait to be completed"],
    ]);
  });

  test("with no finished checklist there is no run", () => {
    expect(bulkRotationCompletionOf([{ line: line("open", both), stand: stand(false) }]).run).toBeUndefined();
  });
});
