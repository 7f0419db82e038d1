import { beforeEach, describe, expect, test, vi } from "vitest";
import { POST as postOperation } from "#app/api/clusters/[project]/[name]/operations/route.ts";
import { POST as postPreview } from "#app/api/clusters/[project]/[name]/preview/route.ts";
import { POST as postNew } from "#app/api/staged-runs/new/route.ts";
import { GET, POST } from "#app/api/staged-runs/route.ts";
import { advanceBulkRun } from "#lib/act/bulk/advance-bulk-run.ts";
import type { BulkCommand, BulkEvent } from "#lib/act/bulk/bulk-event.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { previewDigestOf } from "#lib/act/bulk/preview-digest.ts";
import { type Act, actPreviewSchema, confirmActResponseSchema } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import {
  type ShownStagedRun,
  type StagedRunPlan,
  stagedRunChangeResponseSchema,
  stagedRunLimits,
  stagedRunsSchema,
} from "#lib/contract/staged/staged-runs.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { configMaps, shoots } from "#lib/kube/resource.ts";
import { bulkRunOfStage, progressOf } from "#lib/staged-runs/bulk-run-of-stage.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import type { Almanac } from "#server/app/container.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden } from "#server/testing/embedded-garden.ts";
import { fullScope } from "#server/testing/full-scope.ts";
import { problemIn, startRouteTestBed } from "#server/testing/route-test-bed.ts";

const reconcile: Act = { kind: "operation", id: "reconcile", when: "now" };
const starter = "owner-commerce";
const keeper = { resource: configMaps, namespace: "garden-payments", name: "almanac-runs" };
const demo = startDemoTestBed({
  garden: { speed: 0 },
  plant({ api }) {
    const target = { resource: shoots, namespace: "garden-payments" };
    const source = api.get<Shoot>({ ...target, name: "settlement" });
    if (source === undefined) throw new Error("there is nothing to copy");
    const { status, apiVersion = "", kind = "" } = source;
    const spec = { ...source.spec, dns: undefined };
    for (let index = 10; index < 40; index += 1) {
      const name = `copy-${index}`;
      const copy = { apiVersion, kind, metadata: { name, namespace: target.namespace }, spec };
      api.create(target, copy);
      const { generation } = api.get<Shoot>({ ...target, name })?.metadata ?? {};
      const lastOperation = { ...status?.lastOperation, type: "Reconcile", state: "Succeeded", progress: 100 };
      const settled = { ...status, lastOperation, observedGeneration: generation };
      api.patch({ ...target, name, subresource: "status" }, { status: settled });
    }
  },
});
beforeEach(() => {
  if (demo.embedded.api.get(keeper)) demo.embedded.api.delete(keeper);
});

const idle = () =>
  demo.app.fleet.store
    .rows(fullScope)
    .filter(({ name, health }) => name.startsWith("copy-") && health === "healthy")
    .sort((left, right) => (left.name < right.name ? -1 : 1));

function plan(stages: readonly (readonly FleetRow[])[], gate: StagedRunPlan["stages"][number]["gate"]): StagedRunPlan {
  return {
    ...{ project: "payments", name: "Reconcile", verb: "Reconcile", intent: { kind: "act", act: reconcile } },
    stopPercent: 0,
    stages: stages.map((_rows, index) => ({ name: `stage ${index + 1}`, batches: [], gate: index === 0 ? {} : gate })),
    clusters: stages.flatMap((rows, stage) =>
      rows.map(({ uid, project, name }) => ({
        ...{ uid, project, name, stage, act: reconcile, sentence: "Reconcile now", substance: "s", inWindow: false },
      })),
    ),
  };
}

async function made(person: string, body: StagedRunPlan): Promise<ShownStagedRun> {
  const { run } = await parseOkResponse(await demo.call(postNew, person, { body }), stagedRunChangeResponseSchema);
  if (run === undefined) throw new Error("no run was made");
  return run;
}

const send = (person: string, body: object, app?: Almanac) => demo.call(POST, person, { body, ...(app && { app }) });

async function changed(person: string, body: object, app?: Almanac): Promise<ShownStagedRun> {
  const { run } = await parseOkResponse(await send(person, body, app), stagedRunChangeResponseSchema);
  if (run === undefined) throw new Error("no run came back");
  return run;
}

const read = async (person: string, project?: string) =>
  parseOkResponse(
    await demo.call(GET, person, { path: `/api/staged-runs${project === undefined ? "" : `?project=${project}`}` }),
    stagedRunsSchema,
  );

/** Plays gardenlet: the Shoot's operation ends at once. Resolves when the list shows it. */
async function gardenletEnds(app: Almanac, row: FleetRow, state: "Succeeded" | "Error"): Promise<void> {
  const target = { resource: shoots, namespace: row.namespace, name: row.name };
  const lastUpdateTime = new Date(Date.now() + 1_000).toISOString().replace(/\.\d+Z$/, "Z");
  const { generation } = demo.shoot(row.project, row.name).metadata;
  const lastOperation = { type: "Reconcile", state, progress: 100, lastUpdateTime, description: "seen by the test" };
  demo.embedded.api.patch(target, { metadata: { annotations: { "gardener.cloud/operation": null } } });
  const status = { observedGeneration: generation, lastOperation };
  demo.embedded.api.patch({ ...target, subresource: "status" }, { status });
  const listed = () => app.fleet.store.rows(fullScope).find(({ uid }) => uid === row.uid)?.lastOperation;
  await vi.waitUntil(() => listed()?.state === state && listed()?.updatedAt === lastUpdateTime, eventuallyTimeoutMs);
}

/** Drives the current stage of a run as a tab does: stores first, sends then. Returns the names of what it sent. */
async function drive(
  person: string,
  { run: { id } }: ShownStagedRun,
  { app = demo.app, fails = new Set<string>(), tab = "t1" }: { app?: Almanac; fails?: Set<string>; tab?: string } = {},
): Promise<readonly string[]> {
  const about = { project: "payments", id };
  const shown = await changed(person, { ...about, kind: "drive", tab }, app);
  const start = bulkRunOfStage(shown.run, person);
  if (start === undefined) throw new Error("the stage was not read");
  let bulk: BulkRun = start;
  const sent: string[] = [];
  const queue: BulkEvent[] = [{ type: "adopted" }, { type: "resume" }];
  const rowOf = (uid: string) => app.fleet.store.rows(fullScope).find((row) => row.uid === uid);
  for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
    // What the confirmed substance is stands in the plan as "s".
    const { run, commands } = advanceBulkRun(bulk, event, Date.now());
    const clusters = progressOf(run, bulk);
    bulk = run;
    if (clusters.length > 0) await changed(person, { ...about, kind: "progress", tab, clusters }, app);
    for (const command of commands) queue.push(...(await carryOut(command)));
    if (queue.length === 0 && run.clusters.some(({ phase }) => phase === "sent" || phase === "unanswered")) {
      const before = bulk;
      const looked = advanceBulkRun(bulk, { type: "seen", rowOf }, Date.now());
      if (looked.run !== before) queue.push({ type: "seen", rowOf });
    }
  }
  return sent;

  async function carryOut(command: BulkCommand): Promise<BulkEvent[]> {
    const { uid, attempt } = command;
    const row = rowOf(uid);
    if (row === undefined) throw new Error("the cluster is not listed");
    const params = { project: row.project, name: row.name };
    if (command.kind === "preview") {
      const answer = await demo.call(postPreview, person, { app, params, body: { act: reconcile } });
      const digest = { ...previewDigestOf(await parseOkResponse(answer, actPreviewSchema), reconcile), substance: "s" };
      return [{ type: "previewed", uid, attempt, act: reconcile, digest, row }];
    }
    const answer = await demo.call(postOperation, person, { app, params, body: command.body });
    expect(answer.status).toBe(202);
    const { resourceVersion } = confirmActResponseSchema.parse(await answer.json());
    sent.push(row.name);
    await gardenletEnds(app, row, fails.has(row.name) ? "Error" : "Succeeded");
    return [
      { type: "accepted", uid, attempt, resourceVersion },
      { type: "seen", rowOf },
    ];
  }
}

describe("a staged run", () => {
  test("over 30 clusters waits for another person, stops at a failure, and goes on after a restart", async () => {
    const rows = idle().slice(0, 30);
    expect(rows).toHaveLength(30);
    const stages = [rows.slice(0, 5), rows.slice(5, 15), rows.slice(15)];
    const run = await made(starter, plan(stages, { healthy: true, person: "another" }));
    const about = { project: "payments", id: run.run.id };
    const names = stages.map((each) => each.map(({ name }) => name));
    expect((await drive(starter, run)).toSorted()).toEqual(names[0]?.toSorted());

    const begin = { ...about, kind: "begin", tab: "t1", stage: 1 };
    expect(await problemIn(await send(starter, begin))).toMatchObject({ status: 409 });
    const approve = { ...about, kind: "approve", stage: 1 };
    expect(await problemIn(await send(starter, approve))).toMatchObject({ status: 403 });
    // Whoever may not change each of the next clusters cannot approve them.
    expect((await send("viewer", approve)).status).toBeGreaterThanOrEqual(403);
    const other = "operator";
    const approved = await changed(other, approve);
    expect(approved.run.approvals).toMatchObject([{ stage: 1, by: "olga.brandt@harborline.example" }]);
    await changed(starter, begin);
    const failing = names[1]?.[2] ?? "";
    const inTwo = await drive(starter, run, { fails: new Set([failing]) });
    expect(inTwo).toContain(failing);
    expect(inTwo.length).toBeLessThan(10);

    const restarted = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded) });
    await vi.waitUntil(() => restarted.app.isReady() && restarted.app.fleet.isSettled(), eventuallyTimeoutMs);
    const { app } = restarted;
    await expect(drive(starter, run, { app })).rejects.toThrow("Too many clusters have failed");
    await changed(other, { ...about, kind: "go-on" }, app);
    const rest = await drive(starter, run, { app });
    expect([...inTwo, ...rest].toSorted()).toEqual(names[1]?.toSorted());
    await changed(other, { ...about, kind: "approve", stage: 2 }, app);
    await changed(starter, { ...about, kind: "begin", tab: "t1", stage: 2 }, app);
    expect((await drive(starter, run, { app })).toSorted()).toEqual(names[2]?.toSorted());
    await restarted.stop();
    const [over] = (await read(starter, "payments")).runs;
    expect(over?.run.status).toBe("finished");
    expect(over?.run.history.map(({ what }) => what)).toEqual([
      ...["made", "drove", "approved", "began", "went-on", "approved", "began", "finished"],
    ]);
  });

  test("is seen by everybody in its project, and by nobody else", async () => {
    const { run } = await made(starter, plan([idle().slice(0, 1)], {}));
    for (const person of [starter, "operator"]) {
      expect((await read(person, "payments")).runs).toMatchObject([{ run: { id: run.id }, hidden: 0 }]);
      expect((await read(person)).runs).toMatchObject([{ run: { id: run.id }, project: "payments" }]);
    }
    const stop = { project: "payments", id: run.id, kind: "stop" };
    for (const person of ["owner-data", "stranger"]) {
      const answer = await demo.call(GET, person, { path: "/api/staged-runs?project=payments" });
      expect(await problemIn(answer)).toMatchObject({ status: 404 });
      expect((await read(person)).runs).toEqual([]);
      expect(await problemIn(await send(person, stop))).toMatchObject({ status: 404 });
    }
  });

  test("names no cluster of a project that its reader does not see", async () => {
    const elsewhere = demo.app.fleet.store.rows(fullScope).filter(({ project }) => project === "analytics");
    const body = plan([idle().slice(0, 1), elsewhere.slice(0, 2)], {});
    expect(await problemIn(await demo.call(postNew, starter, { body }))).toMatchObject({ status: 403 });
    const stages = body.stages.map((stage, index) => ({ ...stage, name: index === 1 ? "analytics" : stage.name }));
    await made("operator", { ...body, stages });
    const [seen] = (await read(starter, "payments")).runs;
    // Stages are named after projects and clusters.
    expect(JSON.stringify(seen)).not.toContain("analytics");
    expect(seen?.run.stages).toMatchObject([{ name: "stage 1" }, { name: "?" }]);
    expect(seen).toMatchObject({ hidden: 2, run: { clusters: [{ project: "payments" }] } });
    expect(JSON.stringify(seen)).not.toContain(elsewhere[0]?.name);
  });

  test("begins no stage for somebody who may not change its clusters", async () => {
    const elsewhere = demo.app.fleet.store.rows(fullScope).filter(({ project }) => project === "analytics");
    const { run } = await made("operator", plan([idle().slice(0, 1), elsewhere.slice(0, 1)], {}));
    const about = { project: "payments", id: run.id };
    await changed(starter, { ...about, kind: "drive", tab: "t1" });
    const clusters = [{ uid: run.clusters[0]?.uid, phase: "succeeded", progress: { attempt: 1, conflicts: 0 } }];
    await changed(starter, { ...about, kind: "progress", tab: "t1", clusters });
    const begin = { ...about, kind: "begin", tab: "t1", stage: 1 };
    expect(await problemIn(await send(starter, begin))).toMatchObject({ status: 403 });
  });

  test("that deletes a cluster is neither made nor read, whatever its sentence says", async () => {
    const body = plan([idle().slice(0, 1)], {});
    for (const kind of ["delete", "force-delete"]) {
      const clusters = body.clusters.map((cluster) => ({ ...cluster, act: { kind } }));
      const answer = await demo.call(postNew, starter, { body: { ...body, clusters } });
      expect(await problemIn(answer)).toMatchObject({ status: 400 });
    }
    await made(starter, body);
    const data = demo.embedded.api.get<{ data: Record<string, string> } & Shoot>(keeper)?.data ?? {};
    const forged = Object.fromEntries(
      Object.entries(data).map(([key, value]) => [
        key,
        value.replace(
          '"act":{"kind":"operation","id":"reconcile","when":"now"},"sentence"',
          '"act":{"kind":"delete"},"sentence"',
        ),
      ]),
    );
    expect(forged).not.toEqual(data);
    demo.embedded.api.patch(keeper, { data: forged });
    expect(await read(starter, "payments")).toMatchObject({ runs: [], unread: ["payments"] });
  });

  test("that somebody names an approver in is refused", async () => {
    const { run } = await made(starter, plan([idle().slice(0, 1), idle().slice(1, 2)], { person: "another" }));
    const forged = { project: "payments", id: run.id, kind: "approve", stage: 1, by: "olga.brandt@harborline.example" };
    expect(await problemIn(await send(starter, forged))).toMatchObject({ status: 400 });
  });

  test("is bounded in number by person, and leaves when its maker deletes it", async () => {
    const body = plan([idle().slice(0, 1)], {});
    for (let index = 0; index < stagedRunLimits.goingPerPerson; index += 1) await made(starter, body);
    expect(await problemIn(await demo.call(postNew, starter, { body }))).toMatchObject({ status: 409 });
    const [first] = (await read(starter, "payments")).runs;
    const about = { project: "payments", id: first?.run.id };
    expect(await problemIn(await send(starter, { ...about, kind: "delete" }))).toMatchObject({ status: 409 });
    await changed(starter, { ...about, kind: "stop" });
    expect((await send(starter, { ...about, kind: "delete" })).status).toBe(200);
    expect((await read(starter, "payments")).runs).toHaveLength(stagedRunLimits.goingPerPerson - 1);
  });

  test("goes on after a cluster of the stage before was deleted, although its gate asks for health", async () => {
    const [first, second] = idle();
    if (first === undefined || second === undefined) throw new Error("there are no clusters");
    const { run } = await made(starter, plan([[first], [second]], { healthy: true }));
    const about = { project: "payments", id: run.id };
    await changed(starter, { ...about, kind: "drive", tab: "t1" });
    const clusters = [{ uid: first.uid, phase: "succeeded", progress: { attempt: 1, conflicts: 0 } }];
    await changed(starter, { ...about, kind: "progress", tab: "t1", clusters });
    demo.embedded.api.patch(
      { resource: shoots, namespace: first.namespace, name: first.name },
      { metadata: { finalizers: null, annotations: { "confirmation.gardener.cloud/deletion": "true" } } },
    );
    demo.embedded.api.delete({ resource: shoots, namespace: first.namespace, name: first.name });
    const listed = () => demo.app.fleet.store.rows(fullScope).some(({ uid }) => uid === first.uid);
    await vi.waitUntil(() => !listed(), eventuallyTimeoutMs);
    const begun = await changed(starter, { ...about, kind: "begin", tab: "t1", stage: 1 });
    expect(begun.run.current).toBe(1);
  });
});
