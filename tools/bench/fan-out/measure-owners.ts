import { setTimeout as pause } from "node:timers/promises";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { exchange } from "../faults/exchange.ts";
import { Farm } from "../faults/farm.ts";
import type { FarmGarden } from "../faults/farm-garden.ts";
import { freePort } from "../faults/free-port.ts";
import { secondsUntil } from "../faults/until.ts";
import { World } from "../faults/world.ts";
import { imageEnvironment, imageOptions } from "../image-options.ts";
import { type Cost, costOf } from "./cost.ts";
import { paced } from "./paced.ts";
import { Page } from "./page.ts";
import { type Spread, spreadOf } from "./spread.ts";

export interface OwnersLoad {
  readonly shoots: number;
  /** Each sees one project; there is about one project for fifty Shoots. */
  readonly owners: number;
  /** RoleBindings that are written a second. */
  readonly writesPerSecond: number;
  /** For so long each kind of write goes on; 20 seconds without. */
  readonly writingS?: number;
}

export interface Rechecked extends Cost {
  /** Access reviews that were asked of the garden a second. */
  readonly reviewsPerSecond: number;
}

export interface OwnersFigures {
  /** Until every owner has all rows and a stream. */
  readonly openedS: number;
  readonly failed: number;
  /** Nothing is written. */
  readonly rest: Rechecked;
  /** RoleBindings in the owners' projects name other people anew. */
  readonly unrelated: Rechecked;
  /** RoleBindings that name an owner get a label. */
  readonly labelled: Rechecked;
  /** A RoleBinding gives an owner one more project, and takes it away again. */
  readonly related: Rechecked;
  /** From the moment before such a write is sent until the owner's page has the project, or has it no more. */
  readonly grantedMs: Spread;
  readonly revokedMs: Spread;
  /** Resident memory of the product, in MiB: before the pages, most, and at the end. */
  readonly readyMib: number;
  readonly peakMib: number;
  readonly afterMib: number;
}

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const openWithinS = 120;
const arriveMs = 3_000;

/** Owners of one project each look at a landscape whose RoleBindings are written. */
export async function measureOwners(load: OwnersLoad): Promise<OwnersFigures> {
  const farm = await Farm.open({ people: 1, garden: ["--shoots", String(load.shoots)] });
  const metricsPort = await freePort();
  const environment = { LOG_LEVEL: "warn", METRICS_PORT: String(metricsPort), ...imageEnvironment() };
  const world = await World.open(farm, { nodeOptions: imageOptions(), environment, isDirect: true });
  const owners: Owner[] = [];
  try {
    if ((await world.ready(openWithinS)) === undefined) throw new Error("Almanac does not become ready");
    const { product } = world;
    const readyMib = product.memory().nowMib;
    product.forgetPeak();
    const namespaces = [...new Set(farm.garden.shoots.map(({ namespace }) => namespace))].slice(0, load.owners);
    const tokens: string[] = [];
    for (const namespace of namespaces) tokens.push(await ownerIn(farm.garden, namespace));
    const people = [];
    for (const token of tokens) people.push(await world.signIn(token));
    const openedAt = performance.now();
    for (const person of people) owners.push(new Owner((hear) => new Page(person, { hear })));
    await secondsUntil(() => owners.every(({ page }) => page.followsAt !== undefined), openWithinS);
    const openedS = (performance.now() - openedAt) / 1000;
    const { writesPerSecond: perSecond, writingS: seconds = 20 } = load;
    const during = async (work: (index: number) => Promise<unknown>): Promise<Rechecked> => {
      const before = await reviewsSoFar(metricsPort);
      const cost = await costOf(product, () => paced({ perSecond, seconds }, work));
      return { ...cost, reviewsPerSecond: ((await reviewsSoFar(metricsPort)) - before) / seconds };
    };
    const at = <Value>(values: readonly Value[], index: number): Value => {
      const value = values[index % values.length];
      if (value === undefined) throw new Error("there are no projects");
      return value;
    };
    const rest = await during(() => Promise.resolve());
    const unrelated = await during((index) => {
      const round = Math.floor(index / namespaces.length);
      return bind(farm.garden, at(namespaces, index), "bench-strangers", { kind: "User", name: `stranger-${round}` });
    });
    const labelled = await during((index) =>
      label(farm.garden, at(namespaces, index), "bench-owner", `label-${index}`),
    );
    const related = await during(async (index) => {
      const isGrant = Math.floor(index / namespaces.length) % 2 === 0;
      const [owner, namespace] = [at(owners, index), at(namespaces, index + 1)];
      owner.expect(namespace, isGrant);
      if (isGrant) await bind(farm.garden, namespace, "bench-guest", accountIn(at(namespaces, index)));
      else await unbind(farm.garden, namespace, "bench-guest");
    });
    await pause(arriveMs);
    const waits = (isGrant: boolean) =>
      spreadOf(owners.flatMap(({ waits }) => waits.flatMap((wait) => (wait.isGrant === isGrant ? wait.ms : []))));
    const failed = owners.flatMap(({ page, isWaiting }) => [
      ...page.failures,
      ...(isWaiting || page.followsAt === undefined ? [0] : []),
    ]).length;
    const { peakMib, nowMib: afterMib } = product.memory();
    const changes = { grantedMs: waits(true), revokedMs: waits(false) };
    return { openedS, failed, rest, unrelated, labelled, related, ...changes, readyMib, peakMib, afterMib };
  } finally {
    for (const { page } of owners) page.close();
    await world.close();
    await farm.close();
  }
}

interface Expected {
  readonly namespace: string;
  readonly isGrant: boolean;
  readonly at: number;
}

/** One owner's page, and what it is about to be told. */
class Owner {
  readonly page: Page;
  readonly waits: { readonly isGrant: boolean; readonly ms: number }[] = [];
  #expected: Expected | undefined;

  constructor(open: (hear: (event: string, at: number) => void) => Page) {
    this.page = open((event, at) => this.#hear(event, at));
  }

  get isWaiting(): boolean {
    return this.#expected !== undefined;
  }

  expect(namespace: string, isGrant: boolean): void {
    this.#expected = { namespace, isGrant, at: performance.now() };
  }

  #hear(event: string, now: number): void {
    const data = /^data: (\{"type":"scope".*)$/m.exec(event)?.[1];
    if (data === undefined || this.#expected === undefined) return;
    const { namespace, isGrant, at } = this.#expected;
    const projects = listAt(fieldAt(JSON.parse(data), "scope"), "projects");
    if (projects.some((project) => textAt(project, "namespace") === namespace) !== isGrant) return;
    this.waits.push({ isGrant, ms: now - at });
    this.#expected = undefined;
  }
}

const account = "bench-owner";
const accountIn = (namespace: string) => ({ kind: "ServiceAccount", name: account, namespace });

/** The token of an account that sees the Shoots of its namespace. */
async function ownerIn(garden: FarmGarden, namespace: string): Promise<string> {
  const body = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: account, namespace } };
  await garden.send({ method: "POST", path: `/api/v1/namespaces/${namespace}/serviceaccounts`, body });
  await bind(garden, namespace, "bench-owner", accountIn(namespace));
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
  const wanted = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 86_400 } };
  return textAt(await garden.send({ method: "POST", path, body: wanted }), "status", "token") ?? "";
}

async function bind(garden: FarmGarden, namespace: string, name: string, subject: object): Promise<void> {
  const path = `${rbac}/namespaces/${namespace}/rolebindings`;
  const group = "rbac.authorization.k8s.io";
  const roleRef = { apiGroup: group, kind: "ClusterRole", name: "gardener.cloud:system:project-viewer" };
  const subjects = [{ ...("namespace" in subject ? {} : { apiGroup: group }), ...subject }];
  const body = { apiVersion: `${group}/v1`, kind: "RoleBinding", metadata: { name, namespace }, subjects, roleRef };
  const answer = await garden.send({ method: "POST", path, body }, [201, 409]);
  if (fieldAt(answer, "kind") !== "Status") return;
  const contentType = "application/merge-patch+json";
  await garden.send({ method: "PATCH", path: `${path}/${name}`, body: { subjects }, contentType });
}

async function label(garden: FarmGarden, namespace: string, name: string, mark: string): Promise<void> {
  const path = `${rbac}/namespaces/${namespace}/rolebindings/${name}`;
  const contentType = "application/merge-patch+json";
  await garden.send({ method: "PATCH", path, body: { metadata: { labels: { mark } } }, contentType });
}

async function unbind(garden: FarmGarden, namespace: string, name: string): Promise<void> {
  await garden.send({ method: "DELETE", path: `${rbac}/namespaces/${namespace}/rolebindings/${name}` });
}

/** How many answers to access reviews and to reviews of who somebody is Almanac has counted. */
async function reviewsSoFar(port: number): Promise<number> {
  const { body } = await exchange(port, { path: "/metrics" });
  const counts = body
    .toString()
    .matchAll(/^almanac_upstream_request_duration_seconds_count\{[^}]*resource="selfsubject\w+"[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
