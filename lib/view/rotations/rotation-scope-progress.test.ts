import { describe, expect, test } from "vitest";
import type { Shoot, ShootCredentialsRotation, TwoPhaseRotation } from "#lib/garden/shoot.ts";
import { gardenerRulesOfRelease, newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import { type OperationShootInput, operationShootWith } from "#lib/policy/operations/operation-shoot.fixture.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
import { credentialRows } from "./credential-rows.ts";
import { rotationNotices } from "./rotation-notices.ts";
import {
  etcdHasTwoSteps,
  type RotationScope,
  rotationCompletionAct,
  rotationScopeInProgress,
  rotationScopes,
  rotationStartAct,
} from "./rotation-scope.ts";
import { progressOfRotationScope } from "./rotation-scope-progress.ts";
import { rotationUserEffectsByScope } from "./rotation-user-effect.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(nowMs - days * 86_400_000).toISOString();
const context = { nowMs, rules: newestRules };
const shootWith = (rotation: ShootCredentialsRotation, more: OperationShootInput = {}) =>
  operationShootWith({ ...more, status: { ...more.status, credentials: { rotation } } });
const twin = (phase: string, more: TwoPhaseRotation = {}): TwoPhaseRotation => ({
  phase,
  lastInitiationTime: daysAgo(40),
  ...more,
});
const both = (phase: string, more: TwoPhaseRotation = {}): ShootCredentialsRotation => ({
  certificateAuthorities: twin(phase, more),
  serviceAccountKey: twin(phase, more),
});

describe("the track of all credentials", () => {
  test.each([
    ["", "plan", "Nobody"],
    ["Preparing", "prepare", "Gardener"],
    ["PreparingWithoutWorkersRollout", "prepare", "Gardener"],
    ["WaitingForWorkersRollout", "roll", "You"],
    ["Prepared", "clients", "You"],
    ["Completing", "complete", "Gardener"],
    ["Completed", "plan", "Nobody"],
    ["Rewinding", "plan", "Nobody"],
  ] as const)("phase %j stands at %s, and it is the turn of %s", (phase, current, turn) => {
    const track = progressOfRotationScope(shootWith(both(phase)), "all", context);
    expect(track).toMatchObject({ current, turn });
    const at = track.steps.find(({ id }) => id === current);
    expect(at?.state).toBe(turn === "You" ? "waiting" : "current");
  });

  test("a phase that is not known is handed on as it is", () => {
    expect(progressOfRotationScope(shootWith(both("Rewinding")), "all", context).unknownPhases).toEqual([
      "Rewinding",
      "Rewinding",
    ]);
  });

  const completed = (days: number) => ({ lastInitiationTime: daysAgo(days + 3), lastCompletionTime: daysAgo(days) });
  const everyFamily = (days: number): ShootCredentialsRotation => ({
    ...both("Completed", completed(days)),
    etcdEncryptionKey: { phase: "Completed", ...completed(days) },
    sshKeypair: completed(days),
    observability: completed(days),
  });

  test("what was completed a week ago is still to be verified", () => {
    const track = progressOfRotationScope(shootWith(everyFamily(7)), "all", context);
    expect(track.current).toBe("verify");
    expect(track.steps.filter(({ state }) => state === "done").map(({ id }) => id)).toEqual([
      "plan",
      "prepare",
      "clients",
      "complete",
    ]);
  });

  test.each([
    "certificateAuthorities",
    "serviceAccountKey",
    "etcdEncryptionKey",
    "sshKeypair",
    "observability",
  ] as const)("where %s was renewed long ago, or never, all are not finished, whatever the release", (family) => {
    for (const version of ["1.33.2", "1.34.0"]) {
      for (const old of [{ phase: "Completed", ...completed(181) }, {}]) {
        const rotation = { ...everyFamily(1), [family]: old };
        const shoot = shootWith(rotation, { spec: { kubernetes: { version } } });
        expect(progressOfRotationScope(shoot, "all", context)).toMatchObject({ current: "plan", apart: false });
      }
    }
  });

  test("where one of them was renewed yesterday and the others long ago, all are planned", () => {
    const etcdEncryptionKey = { phase: "Completed", ...completed(1) };
    const shoot = shootWith({ ...everyFamily(181), etcdEncryptionKey });
    expect(progressOfRotationScope(shoot, "all", context)).toMatchObject({ current: "plan", turn: "Nobody" });
  });

  test("the slowest family decides, and that they are apart is known", () => {
    const rotation = { certificateAuthorities: twin("Completing"), serviceAccountKey: twin("Prepared") };
    expect(progressOfRotationScope(shootWith(rotation), "all", context)).toMatchObject({
      current: "clients",
      apart: true,
    });
  });

  test("the pools that are left to roll are named once, though both families wait for them", () => {
    const pending = { pendingWorkersRollouts: [{ name: "worker-1" }, { name: "worker-2" }] };
    const track = progressOfRotationScope(shootWith(both("WaitingForWorkersRollout", pending)), "all", context);
    expect(track.pendingPools).toEqual(["worker-1", "worker-2"]);
    expect(track.steps.map(({ id }) => id)).toContain("roll");
  });

  test("pools that are updated by hand hold the phase, and it is the person's turn", () => {
    const inPlaceUpdates = { pendingWorkerUpdates: { manualInPlaceUpdate: ["plc"] } };
    const track = progressOfRotationScope(shootWith(both("Preparing"), { status: { inPlaceUpdates } }), "all", context);
    expect(track).toMatchObject({ current: "prepare", turn: "You", manualPools: ["plc"] });
    expect(track.steps.find(({ id }) => id === "prepare")?.who).toBe("Gardener and you");
  });

  test("below 1.34 etcd has to be prepared too, from there on it does not count", () => {
    const rotation = { ...both("Prepared"), etcdEncryptionKey: twin("Preparing") };
    const at = (version: string) =>
      progressOfRotationScope(shootWith(rotation, { spec: { kubernetes: { version } } }), "all", context).current;
    expect(at("1.33.2")).toBe("prepare");
    expect(at("1.34.0")).toBe("clients");
  });

  test.each([
    [6, "neutral"],
    [14, "caution"],
    [30, "alert"],
  ] as const)("waiting for %i days reads %s", (days, age) => {
    const track = progressOfRotationScope(
      shootWith(both("Prepared", { lastInitiationFinishedTime: daysAgo(days) })),
      "all",
      context,
    );
    expect(track.age).toBe(age);
  });
});

describe("one-step credentials have three steps", () => {
  test.each([
    [{}, "start"],
    [{ lastInitiationTime: daysAgo(0.01), lastCompletionTime: daysAgo(9) }, "running"],
    [{ lastInitiationTime: daysAgo(0.02), lastCompletionTime: daysAgo(0.01) }, "done"],
    [{ lastInitiationTime: daysAgo(9), lastCompletionTime: daysAgo(8) }, "start"],
  ] as const)("%j stands at %s", (sshKeypair, current) => {
    const track = progressOfRotationScope(shootWith({ sshKeypair }), "sshKeypair", context);
    expect(track).toMatchObject({ manner: "one-step", current });
    expect(track.steps.map(({ id }) => id)).toEqual(["start", "running", "done"]);
    expect(progressOfRotationScope(shootWith({ kubeconfig: sshKeypair }), "kubeconfig", context).current).toBe(current);
  });

  test.each([
    ["1.36.0", { phase: "Preparing", autoCompleteAfterPrepared: true }, 150, false],
    ["1.33.2", { phase: "Prepared", autoCompleteAfterPrepared: false }, 150, true],
    ["1.33.2", { phase: "Prepared", autoCompleteAfterPrepared: true }, 150, false],
    ["1.33.2", { phase: "" }, 150, false],
    ["1.31.1", { phase: "" }, 120, true],
    ["1.34.1", { phase: "Prepared" }, 150, false],
  ] as const)("etcd on %s with %j under release 1.%i: two steps are %s", (version, etcdEncryptionKey, minor, two) => {
    const shoot = shootWith({ etcdEncryptionKey }, { spec: { kubernetes: { version } } });
    expect(etcdHasTwoSteps(shoot, gardenerRulesOfRelease({ minor, patch: 0, dev: false }))).toBe(two);
  });
});

describe("which rotation is under way", () => {
  test.each<[string, ShootCredentialsRotation, string | undefined]>([
    ["none", {}, undefined],
    ["both twins are one rotation", both("Prepared"), "all"],
    [
      "one twin alone",
      { certificateAuthorities: twin("Preparing"), serviceAccountKey: twin("Completed") },
      "certificateAuthorities",
    ],
    ["etcd", { etcdEncryptionKey: { phase: "Completing" } }, "etcdEncryptionKey"],
  ])("%s", (_name, rotation, scope) => {
    expect(rotationScopeInProgress(shootWith(rotation))).toBe(scope);
  });
});

test("every act of every scope is an operation of the catalogue", () => {
  for (const scope of rotationScopes) {
    for (const withoutRollout of [true, false]) {
      for (const twoStep of [true, false]) {
        const { id } = rotationStartAct(scope, { withoutRollout, when: "now" }, twoStep);
        expect(isAnnotationOperation(id), id).toBe(true);
        if (isAnnotationOperation(id))
          expect(["start", "start-without-rollout", "one-step"]).toContain(operationCatalogue[id].step);
      }
    }
    const complete = rotationCompletionAct(scope)?.id;
    if (complete !== undefined) expect(isAnnotationOperation(complete), complete).toBe(true);
    expect(rotationUserEffectsByScope[scope].length).toBeGreaterThan(0);
  }
});

describe("what Gardener manages, as a table", () => {
  const rowOf = (id: string, sketch: OperationShootInput = {}, minor = 150) =>
    credentialRows(operationShootWith(sketch), {
      nowMs,
      rules: gardenerRulesOfRelease({ minor, patch: 0, dev: false }),
    }).find((row) => row.id === id);

  test("the OpenVPN TLS key is listed although it cannot be rotated, and not where there are no workers", () => {
    expect(rowOf("vpn-tls")).toMatchObject({ manner: "none", automatic: { kind: "never" } });
    expect(rowOf("vpn-tls", { spec: { provider: { type: "local", workers: [] } } })).toBeUndefined();
  });

  test("the static kubeconfig is there in releases that have one, for clusters that do", () => {
    const of = (version: string) => rowOf("kubeconfig", { spec: { kubernetes: { version } } }, 113);
    expect(of("1.25.16")?.absent).toBeUndefined();
    expect(of("1.30.1")?.absent).toBe("no-static-token");
    expect(rowOf("kubeconfig", {}, 114)).toBeUndefined();
  });

  test("what was never rotated is as old as the cluster", () => {
    const row = rowOf("certificateAuthorities", { metadata: { creationTimestamp: daysAgo(412) } });
    expect(row).toMatchObject({ neverSince: daysAgo(412) });
    expect(row?.lastRotatedAt).toBeUndefined();
  });

  test("only certificate authorities expire", () => {
    const sketch: OperationShootInput = { metadata: { creationTimestamp: "2025-01-02T03:04:05Z" } };
    expect(rowOf("certificateAuthorities", sketch)?.validUntilMs).toBe(Date.parse("2035-01-02T03:04:05Z"));
    expect(rowOf("serviceAccountKey", sketch)?.validUntilMs).toBeUndefined();
  });

  test("an automatic rotation comes with the first window after it is due", () => {
    const sketch: OperationShootInput = {
      spec: {
        maintenance: {
          timeWindow: { begin: "220000+0000", end: "230000+0000" },
          autoRotation: {
            credentials: { sshKeypair: { rotationPeriod: "168h" }, observability: { rotationPeriod: "0s" } },
          },
        },
      },
      status: { credentials: { rotation: { sshKeypair: { lastCompletionTime: "2026-11-17T09:00:00Z" } } } },
    };
    expect(rowOf("sshKeypair", sketch)?.automatic).toEqual({
      kind: "at",
      beginAt: Date.parse("2026-11-24T22:00:00Z"),
      usableEndAt: Date.parse("2026-11-24T22:45:00Z"),
      periodSeconds: 7 * 86_400,
    });
    expect(rowOf("observability", sketch)?.automatic.kind).toBe("off");
    expect(rowOf("certificateAuthorities", sketch)?.automatic.kind).toBe("never");
    expect(rowOf("sshKeypair", sketch, 134)?.automatic.kind).toBe("release-without");
  });

  test("what is planned for the window stands at each credential that it concerns", () => {
    const sketch = { planned: "rotate-credentials-start" };
    expect(rowOf("serviceAccountKey", sketch)?.planned).toBe("rotate-credentials-start");
    expect(rowOf("sshKeypair", { planned: "rotate-ca-start" })?.planned).toBeUndefined();
  });

  test.each<[string, OperationShootInput, string, string]>([
    [
      "SSH is off",
      {
        spec: {
          provider: {
            type: "x",
            workers: [{ name: "a", machine: { type: "m" } }],
            workersSettings: { sshAccess: { enabled: false } },
          },
        },
      },
      "sshKeypair",
      "ssh-off",
    ],
    ["no workers", { spec: { provider: { type: "x", workers: [] } } }, "sshKeypair", "workerless"],
    ["purpose testing", { spec: { purpose: "testing" } }, "observability", "purpose-testing"],
  ])("%s", (_name, sketch, id, absent) => {
    expect(rowOf(id, sketch)?.absent).toBe(absent);
  });
});

describe("an interrupted rotation explains itself", () => {
  const pending = { pendingWorkersRollouts: [{ name: "worker-1" }] };
  const input = { view: {}, nowMs: context.nowMs };
  test.each<[string, OperationShootInput, string]>([
    ["deleted meanwhile", { metadata: { deletionTimestamp: daysAgo(0) } }, "deleting"],
    ["hibernated meanwhile", { spec: { hibernation: { enabled: true } } }, "hibernated"],
    ["waking up", { status: { hibernated: true } }, "waking-up"],
    ["failed", { status: { lastOperation: { type: "Reconcile", state: "Failed" } } }, "failed"],
    ["retrying", { status: { lastOperation: { type: "Reconcile", state: "Error" } } }, "retrying"],
    ["planned besides", { planned: "rotate-ssh-keypair" }, "planned"],
  ])("%s", (_name, sketch, id) => {
    const shoot = shootWith(both("WaitingForWorkersRollout", pending), sketch);
    const notices = rotationNotices(shoot, progressOfRotationScope(shoot, "all", context), input);
    expect(notices.map((notice) => notice.id)).toContain(id);
  });

  const textsOf = (shoot: Shoot, scope: RotationScope, gone = false) =>
    rotationNotices(shoot, progressOfRotationScope(shoot, scope, { ...context, gone }), { ...input, gone }).map(
      ({ text }) => text,
    );

  test.each(["WaitingForWorkersRollout", "Prepared"])("of a cluster that is deleted, %s is nobody's turn", (phase) => {
    const shoot = shootWith(both(phase, pending), { metadata: { deletionTimestamp: daysAgo(0) } });
    const track = progressOfRotationScope(shoot, "all", context);
    expect(track).toMatchObject({ turn: "Nobody", age: "neutral" });
    expect(track.steps.map(({ state }) => state)).not.toContain("waiting");
    expect(textsOf(shoot, "all")).toEqual(["It stays unfinished: the credentials are deleted with the cluster."]);
  });

  test("of a cluster that is out of sight, the last that was known is said to be that, and it is nobody's turn", () => {
    const shoot = shootWith(both("Prepared", { lastInitiationFinishedTime: daysAgo(40) }));
    const track = progressOfRotationScope(shoot, "all", { ...context, gone: true });
    expect(track).toMatchObject({ current: "clients", turn: "Nobody", age: "neutral" });
    expect(track.steps.map(({ state }) => state)).not.toContain("waiting");
    expect(rotationNotices(shoot, track, { ...input, gone: true }).map(({ id }) => id)).toEqual(["gone"]);
  });

  test.each<[string, RotationScope, ShootCredentialsRotation, string]>([
    ["both keys wait where they are", "all", both("Prepared"), "pauses here"],
    ["the signing key waits where it is", "serviceAccountKey", both("Prepared"), "pauses here"],
    ["authorities alone may be completed", "certificateAuthorities", both("Prepared"), "can still complete this one"],
    [
      "pools are forgotten",
      "all",
      both("WaitingForWorkersRollout", pending),
      "Pools that wait to be rolled are forgotten",
    ],
  ])("asleep in the middle of it: %s", (_name, scope, rotation, words) => {
    const shoot = shootWith(rotation, { spec: { hibernation: { enabled: true } } });
    expect(textsOf(shoot, scope)).toEqual([expect.stringContaining(words)]);
  });

  test("nothing is said where nothing is in the way", () => {
    const shoot = shootWith(both("Prepared"));
    expect(rotationNotices(shoot, progressOfRotationScope(shoot, "all", context), input)).toEqual([]);
  });
});
