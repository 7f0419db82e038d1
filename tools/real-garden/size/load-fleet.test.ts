import { expect, test } from "vitest";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { GardenAccess, GardenHttpResponse, GardenRequest } from "../garden-access.ts";
import { createOrReplaceObject } from "../import-objects.ts";
import { generatedFleet, loadPrerequisites, loadShoots } from "./load-fleet.ts";

const now = new Date("2026-11-22T10:00:00Z");
const fleet = generatedFleet(now, 60);

test("a fleet has as many clusters as asked for, each in a namespace that is made before", () => {
  expect(fleet.shoots).toHaveLength(60);
  const namespaces = new Set(fleet.frame.flatMap(({ kind, metadata }) => (kind === "Namespace" ? metadata.name : [])));
  expect(fleet.shoots.filter(({ metadata }) => !namespaces.has(metadata.namespace ?? ""))).toEqual([]);
  expect(fleet.frame.filter(({ kind }) => kind === "Shoot" || kind === "CloudProfile")).toEqual([]);
});

/** A fake garden that accepts all objects except those with the given names. */
class Taking {
  readonly held = new Map<string, unknown>();
  readonly order: string[] = [];
  /** For each new Shoot: whether a version had expired or a Seed had a taint at that time. */
  readonly sawClosed: boolean[] = [];
  readonly #refused: string;

  constructor(refused = "") {
    this.#refused = refused;
  }

  get access(): GardenAccess {
    const access: GardenAccess = {
      ...{ url: "", caPem: "", token: "" },
      send: (request) => Promise.resolve(this.#answer(request)),
      as: () => access,
      close: () => undefined,
    };
    return access;
  }

  get isClosed(): boolean {
    const grounds = [...this.held].filter(([path]) => /\/(cloudprofiles|seeds)\//.test(path));
    return grounds.some(([, ground]) => /"expirationDate"|"key":"seed.gardener.cloud/.test(JSON.stringify(ground)));
  }

  #answer({ method, path, body }: GardenRequest): GardenHttpResponse {
    const given: unknown = typeof body === "string" ? JSON.parse(body) : body;
    const at = method === "POST" ? `${path}/${stringAt(given, "metadata", "name")}` : path.replace(/\/status$/, "");
    if (at.endsWith(`/${this.#refused}`)) return { code: 403, warnings: [], body: { kind: "Status", message: "no" } };
    if (method === "GET") return { code: this.held.has(at) ? 200 : 404, warnings: [], body: this.held.get(at) };
    if (method === "POST" && path.endsWith("/shoots")) this.sawClosed.push(this.isClosed);
    if (method === "POST") this.order.push(stringAt(given, "kind") ?? "");
    this.held.set(at, given);
    return { code: method === "POST" ? 201 : 200, warnings: [], body: given };
  }
}

/** Profiles and Seeds exist already. */
async function grounded(garden: Taking): Promise<Taking> {
  for (const ground of fleet.grounds) await createOrReplaceObject(garden.access, ground);
  return garden;
}

test("clusters are created while nothing keeps them out, and all is as it was when they have their status", async () => {
  const garden = await grounded(new Taking());
  await loadShoots(garden.access, fleet.grounds, fleet.shoots);
  expect(garden.sawClosed).toEqual(fleet.shoots.map(() => false));
  expect(garden.isClosed).toBe(true);
  const shoots = [...garden.held].filter(([path]) => path.includes("/shoots/")).map(([, shoot]) => shoot);
  expect(shoots).toHaveLength(60);
  expect(shoots.filter((shoot) => fieldAt(shoot, "status", "lastOperation") === undefined)).toEqual([]);
});

test("what is needed first is made kind by kind", async () => {
  const garden = new Taking();
  await loadPrerequisites(garden.access, fleet);
  expect(garden.order).toHaveLength(fleet.frame.length);
  const changes = garden.order.filter((kind, at) => kind !== garden.order[at - 1]);
  expect(changes).toEqual([...new Set(changes)]);
});

test("what the garden refuses is told in its words, and all others are there", async () => {
  const name = fleet.shoots[7]?.metadata.name ?? "";
  const garden = await grounded(new Taking(name));
  const refusals = await loadShoots(garden.access, fleet.grounds, fleet.shoots);
  expect(refusals.map(({ object, answer }) => [object.split("/").at(-1), answer])).toContainEqual([name, "403 no"]);
  expect([...garden.held.keys()].filter((path) => path.includes("/shoots/"))).toHaveLength(60 - refusals.length);
});
