import { expect, vi } from "vitest";
import { GET as getChecklist, POST as postChecklist } from "#app/api/clusters/[project]/[name]/checklist/route.ts";
import { POST as postOperation } from "#app/api/clusters/[project]/[name]/operations/route.ts";
import { POST as postPreview } from "#app/api/clusters/[project]/[name]/preview/route.ts";
import { GET as getCluster } from "#app/api/clusters/[project]/[name]/route.ts";
import type { EmbeddedGarden, EmbeddedGardenOptions } from "#garden/start-embedded-garden.ts";
import { type Act, type ActPreview, actPreviewSchema } from "#lib/contract/act.ts";
import {
  type ChecklistChangeRequest,
  type ChecklistResponse,
  checklistResponseSchema,
} from "#lib/contract/checklist.ts";
import { type ClusterDetail, clusterDetailSchema } from "#lib/contract/cluster.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import type { NodeRollingFamily } from "#lib/policy/rotations/families.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { emptyChecklist } from "#lib/view/checklist/apply-checklist-change.ts";
import { type ChecklistView, checklistViewOf } from "#lib/view/checklist/checklist-view-of.ts";
import { type RotationNotice, rotationNotices } from "#lib/view/rotations/rotation-notices.ts";
import { type RotationScope, rotationScopeInProgress } from "#lib/view/rotations/rotation-scope.ts";
import { progressOfRotationScope } from "#lib/view/rotations/rotation-scope-progress.ts";
import type { RotationScopeProgress } from "#lib/view/rotations/rotation-scope-step.ts";
import { startTestGarden, tokenOfDemoUser } from "./embedded-garden.ts";
import { createSessionCookie, pageRequest, type RouteTestBed, startRouteTestBed } from "./route-test-bed.ts";

interface ClusterName {
  readonly project: string;
  readonly name: string;
}

/** Data that a newly opened page about credential rotation shows, from the responses of the real routes. */
interface RotationPage {
  readonly detail: ClusterDetail;
  readonly shoot: Shoot;
  readonly scope: RotationScope;
  readonly track: RotationScopeProgress;
  readonly notices: readonly RotationNotice[];
  readonly reading: ChecklistResponse;
  readonly checklist: ChecklistView;
}

let calls = 0;

/** A garden with its own clock, an Almanac that shows it, and browsers of users, to test credential rotations. */
export class RotationTestBed {
  readonly world: RouteTestBed;
  readonly embedded: EmbeddedGarden;

  constructor(world: RouteTestBed, embedded: EmbeddedGarden) {
    this.world = world;
    this.embedded = embedded;
  }

  /** A user's browser; each call acts like a new tab. */
  person(identity: string, cluster: ClusterName): Person {
    return new Person(this, identity, cluster);
  }

  stored({ project, name }: ClusterName): Shoot | undefined {
    return this.embedded.api.get<Shoot>({ resource: shoots, namespace: `garden-${project}`, name });
  }

  phaseOf(cluster: ClusterName, family: NodeRollingFamily = "certificateAuthorities"): string | undefined {
    return this.stored(cluster)?.status?.credentials?.rotation?.[family]?.phase;
  }

  /** Advances the clock and lets Gardener work until the condition is true. */
  async until(reached: () => boolean): Promise<void> {
    for (let step = 0; step < 4_000 && !reached(); step += 1) await this.embedded.clock.advance(100);
    expect(reached()).toBe(true);
  }

  stop(): Promise<void> {
    return this.world.stop();
  }
}

export async function startRotationTestBed(options: EmbeddedGardenOptions = {}): Promise<RotationTestBed> {
  const { embedded, found } = await startTestGarden({ speed: 0, ...options });
  const world = await startRouteTestBed({ found });
  await vi.waitUntil(() => world.app.isReady(), eventuallyTimeoutMs);
  return new RotationTestBed(world, embedded);
}

class Person {
  readonly #desk: RotationTestBed;
  readonly #identity: string;
  readonly #cluster: ClusterName;

  constructor(desk: RotationTestBed, identity: string, cluster: ClusterName) {
    this.#desk = desk;
    this.#identity = identity;
    this.#cluster = cluster;
  }

  async #call(route: typeof getCluster, body?: object): Promise<Response> {
    const { world, embedded } = this.#desk;
    calls += 1;
    const token = tokenOfDemoUser(embedded, this.#identity);
    const user = { name: this.#identity, groups: [] };
    const cookie = await createSessionCookie(world.app, { id: `desk-${calls}`, method: "demo", token, user });
    const written = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    return route(pageRequest("/", { cookie, ...written }), { params: Promise.resolve({ ...this.#cluster }) });
  }

  cluster(): Promise<Response> {
    return this.#call(getCluster);
  }

  async page(chosen?: RotationScope): Promise<RotationPage> {
    const detail = clusterDetailSchema.parse(await (await this.cluster()).json());
    const reading = checklistResponseSchema.parse(await (await this.#call(getChecklist)).json());
    const shoot = parseShoot(detail.shoot);
    if (shoot === undefined) throw new Error("the answer holds no Shoot");
    const scope = chosen ?? rotationScopeInProgress(shoot) ?? "all";
    const nowMs = this.#desk.embedded.clock.now().getTime();
    const track = progressOfRotationScope(shoot, scope, { nowMs, rules: newestRules });
    const notices = rotationNotices(shoot, track, { view: detail.view, nowMs });
    const checklist = checklistViewOf(shoot, reading.checklist ?? emptyChecklist);
    return { detail, shoot, scope, track, notices, reading, checklist };
  }

  async preview(act: Act): Promise<ActPreview> {
    const response = await this.#call(postPreview, { act });
    expect(response.status, await response.clone().text()).toBe(200);
    return actPreviewSchema.parse(await response.json());
  }

  /** Confirms an action whose preview was shown. */
  confirm(act: Act, { uid, resourceVersion, hash }: ActPreview): Promise<Response> {
    return this.#call(postOperation, { act, uid, resourceVersion, previewHash: hash });
  }

  async carryOut(act: Act): Promise<void> {
    const response = await this.confirm(act, await this.preview(act));
    expect(response.status, await response.clone().text()).toBe(202);
  }

  change(change: ChecklistChangeRequest): Promise<Response> {
    return this.#call(postChecklist, change);
  }

  /** Ticks open items of the checklist, at most `most`. */
  async tick(most = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
    const { checklist } = await this.page();
    const open = checklist.rows.filter(({ state }) => state === "open").slice(0, most);
    for (const { id, rotation } of open) {
      const response = await this.change({ kind: "tick", item: id, rotation });
      expect(response.status, await response.clone().text()).toBe(200);
    }
    return open.map(({ id }) => id);
  }
}
