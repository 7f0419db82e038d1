import { describe, expect, it } from "vitest";
import type { Event, Namespace, ResourceQuota, RoleBinding } from "#garden/api/core/core-objects.ts";
import { namespaceObject } from "#garden/api/core/core-objects.ts";
import { startNamespaceLifecycle } from "#garden/api/local/namespace-lifecycle.ts";
import { clusterRoleBindings, clusterRoles } from "#garden/api/rbac/rbac-resources.ts";
import { controllersForTest } from "#garden/testing/controllers.fixture.ts";
import {
  cloudProfileWith,
  createSmallGarden,
  reconciledShoot,
  rejectionStatusOf,
  type SmallGarden,
  smallGardenRegistry,
} from "#garden/testing/small-garden.fixture.ts";
import type { Project } from "#lib/garden/project.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { events, namespaces, projects, resourceQuotas, roleBindings, shoots } from "#lib/kube/resource.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";

const now = new Date("2026-03-02T12:00:00Z");
const apiGroup = "rbac.authorization.k8s.io";
const user = (name: string) => ({ apiGroup, kind: "User", name });
const ann = user("ann");
const robot = { kind: "ServiceAccount", name: "robot", namespace: "garden-fresh" };
const members = [
  { ...user("bob"), role: "admin" },
  { ...user("eve"), role: "viewer", roles: ["uam"] },
  { apiGroup, kind: "Group", name: "team", role: "viewer" },
  { ...robot, role: "serviceaccountmanager" },
  { ...user("lee"), role: "extension:builder" },
];
const setToWork = controllersForTest();

function plant(more: readonly KubeObject[] = []): SmallGarden {
  const garden = createSmallGarden(now, more);
  startNamespaceLifecycle({ ...garden, registry: smallGardenRegistry });
  const hard = { "count/shoots.core.gardener.cloud": "10", "count/secrets": "5" };
  setToWork(garden, { pace: 20, life: false, projectQuotas: [{ projectSelector: {}, hard }] });
  return garden;
}

async function create(garden: SmallGarden, spec: Partial<Project["spec"]> = {}): Promise<Project | undefined> {
  const fresh: Project = { metadata: { name: "fresh" }, spec: { owner: ann, members, ...spec } };
  garden.api.create<Project>({ resource: projects }, fresh);
  await garden.clock.advance(2_000);
  return read(garden);
}

const read = ({ api }: SmallGarden) => api.get<Project>({ resource: projects, name: "fresh" });
const change = ({ api }: SmallGarden, spec: object) =>
  api.patch<Project>({ resource: projects, name: "fresh" }, { spec });
const reasons = ({ api }: SmallGarden) =>
  api.list<Event>({ resource: events, namespace: "default" }).map(({ reason }) => reason);

/** Names of the subjects of each binding, without the prefix that all names have. */
function subjects({ api }: SmallGarden, namespace?: string): Readonly<Record<string, readonly string[]>> {
  const target = namespace === undefined ? { resource: clusterRoleBindings } : { resource: roleBindings, namespace };
  return Object.fromEntries(
    api
      .list<RoleBinding>(target)
      .map((binding) => [
        binding.metadata.name.replace("gardener.cloud:", ""),
        binding.subjects.map(({ name }) => name),
      ]),
  );
}

describe("a new Project", () => {
  it("is Pending at first and Ready a moment later, with a namespace of its own", async () => {
    const garden = plant();
    garden.api.create<Project>({ resource: projects }, { metadata: { name: "fresh" }, spec: {} });
    await garden.clock.advance(0);
    expect(read(garden)?.status?.phase).toBe("Pending");
    await garden.clock.advance(2_000);
    const project = read(garden);
    expect(project?.status).toEqual({ phase: "Ready", observedGeneration: project?.metadata.generation });
    expect(project?.metadata.finalizers).toEqual(["gardener"]);
    const name = project?.spec.namespace ?? "";
    expect(name).toMatch(/^garden-fresh-[0-9a-f]{5}$/);
    const namespace = garden.api.get<Namespace>({ resource: namespaces, name });
    expect(namespace?.metadata.labels).toEqual({
      "gardener.cloud/role": "project",
      "project.gardener.cloud/name": "fresh",
    });
    expect(namespace?.metadata.annotations?.["namespace.gardener.cloud/project"]).toBe(project?.metadata.uid);
    expect(reasons(garden)).toContain("NamespaceReconcileSuccessful");
  });

  it("binds its members to Gardener's roles, in the garden and in its namespace", async () => {
    const garden = plant();
    await create(garden, { namespace: "garden-fresh" });
    expect(subjects(garden)).toEqual({
      "system:project:fresh": ["ann"],
      "system:project-member:fresh": ["bob", "ann"],
      "system:project-uam:fresh": ["eve"],
      "system:project-viewer:fresh": ["eve", "team"],
    });
    expect(subjects(garden, "garden-fresh")).toEqual({
      "system:project-member": ["bob", "ann"],
      "system:project-serviceaccountmanager": ["ann", "robot"],
      "system:project-viewer": ["eve", "team"],
      "extension:project:fresh:builder": ["lee"],
    });
    const role = garden.api.get({ resource: clusterRoles, name: "gardener.cloud:extension:project:fresh:builder" });
    expect(role).toMatchObject({ aggregationRule: { clusterRoleSelectors: [{ matchLabels: {} }] } });
  });

  it("gets the limits of its garden, raised to what its clusters need", async () => {
    const garden = plant();
    await create(garden, { namespace: "garden-fresh" });
    const target = { resource: resourceQuotas, namespace: "garden-fresh", name: "gardener" };
    const quota = garden.api.get<ResourceQuota>(target);
    expect(quota?.spec.hard).toEqual({ "count/shoots.core.gardener.cloud": "10", "count/secrets": "40" });
    expect(quota?.metadata.annotations).toEqual({ "quota.gardener.cloud/secrets-per-shoot": "4" });
  });

  it("fails where the namespace belongs to nobody or to another project, and is retried", async () => {
    const garden = plant([namespaceObject({ name: "garden-fresh", uid: "n" })]);
    expect((await create(garden, { namespace: "garden-fresh" }))?.status?.phase).toBe("Failed");
    const [event] = garden.api.list<Event>({ resource: events, namespace: "default" });
    expect(event?.message).toContain("namespace cannot be used as it needs the project labels");
    const labels = { "gardener.cloud/role": "project", "project.gardener.cloud/name": "fresh" };
    const target = { resource: namespaces, name: "garden-fresh" };
    garden.api.patch(target, { metadata: { labels } });
    await garden.clock.advance(61_000);
    expect(read(garden)?.status?.phase).toBe("Ready");
    expect(garden.api.get(target)?.metadata.annotations).toMatchObject({
      "namespace.gardener.cloud/keep-after-project-deletion": "true",
    });
  });
});

describe("a change of members", () => {
  it("reaches all bindings, and of an extension role that nobody has the ClusterRole alone stays", async () => {
    const garden = plant();
    await create(garden, { namespace: "garden-fresh" });
    change(garden, { members: [{ ...user("eve"), role: "admin" }] });
    await garden.clock.advance(0);
    expect(subjects(garden, "garden-fresh")).toEqual({
      "system:project-member": ["eve", "ann"],
      "system:project-serviceaccountmanager": ["ann"],
      "system:project-viewer": [],
    });
    expect(subjects(garden)["system:project-viewer:fresh"]).toEqual([]);
    const role = { resource: clusterRoles, name: "gardener.cloud:extension:project:fresh:builder" };
    expect(garden.api.get(role)).toBeDefined();
    expect(read(garden)?.status?.observedGeneration).toBe(read(garden)?.metadata.generation);
  });

  it("makes a viewer of who had only the owner's role, and is not the owner", async () => {
    const garden = plant();
    await create(garden, {
      namespace: "garden-fresh",
      members: [
        { ...ann, role: "admin" },
        { ...user("bob"), role: "owner" },
      ],
    });
    expect(subjects(garden)["system:project-viewer:fresh"]).toEqual(["bob"]);
  });

  it("fails with an extension role that is no value of a label", async () => {
    const garden = plant();
    await create(garden, { namespace: "garden-fresh", members: [{ ...user("bob"), role: "extension:a b" }] });
    expect(read(garden)?.status?.phase).toBe("Failed");
    expect(subjects(garden, "garden-fresh")).not.toHaveProperty("extension:project:fresh:a b");
  });

  it("in a binding itself is taken back", async () => {
    const garden = plant();
    await create(garden, { namespace: "garden-fresh" });
    const target = { resource: roleBindings, namespace: "garden-fresh", name: "gardener.cloud:system:project-viewer" };
    garden.api.patch(target, { subjects: [user("mallory")] });
    await garden.clock.advance(0);
    expect(subjects(garden, "garden-fresh")["system:project-viewer"]).toEqual(["eve", "team"]);
    garden.api.delete(target);
    await garden.clock.advance(0);
    expect(subjects(garden, "garden-fresh")["system:project-viewer"]).toEqual(["eve", "team"]);
  });
});

describe("the deletion of a Project", () => {
  const remove = ({ api }: SmallGarden) => {
    api.patch(
      { resource: projects, name: "fresh" },
      { metadata: { annotations: { [annotations.confirmDeletion]: "true" } } },
    );
    api.delete({ resource: projects, name: "fresh" });
  };

  it("needs a confirmation", async () => {
    const garden = plant();
    await create(garden);
    expect(rejectionStatusOf(() => garden.api.delete({ resource: projects, name: "fresh" }))?.message).toContain(
      'must have a "confirmation.gardener.cloud/deletion" annotation to delete',
    );
  });

  it("takes namespace, roles and bindings with it", async () => {
    const garden = plant();
    await create(garden, { namespace: "garden-fresh" });
    remove(garden);
    await garden.clock.advance(1_000);
    expect(read(garden)).toBeUndefined();
    expect(garden.api.get({ resource: namespaces, name: "garden-fresh" })).toBeUndefined();
    expect(subjects(garden)).toEqual({});
    expect(garden.api.list({ resource: clusterRoles })).toEqual([]);
    expect(reasons(garden)).toContain("NamespaceMarkedForDeletion");
  });

  it("waits until the last cluster is gone", async () => {
    const oak = reconciledShoot({
      name: "oak",
      spec: { kubernetes: { version: "1.34.1" }, provider: { type: "local" } },
    });
    const garden = plant([
      cloudProfileWith({}),
      { ...oak, metadata: { ...oak.metadata, namespace: "garden-fresh", finalizers: ["test"] } },
    ]);
    await create(garden, { namespace: "garden-fresh" });
    remove(garden);
    await garden.clock.advance(1_000);
    expect(read(garden)?.status?.phase).toBe("Terminating");
    expect(reasons(garden)).toContain("NamespaceNotEmpty");
    const stored = garden.api.get({ resource: shoots, namespace: "garden-fresh", name: "oak" });
    if (stored) garden.store.remove("shoots.core.gardener.cloud", stored);
    await garden.clock.advance(1_000);
    expect(read(garden)).toBeUndefined();
  });

  it("leaves a namespace that is to be kept, without the marks of the project", async () => {
    const labels = { "gardener.cloud/role": "project", "project.gardener.cloud/name": "fresh" };
    const garden = plant([namespaceObject({ name: "garden-fresh", uid: "n", labels })]);
    await create(garden, { namespace: "garden-fresh" });
    remove(garden);
    await garden.clock.advance(1_000);
    expect(read(garden)).toBeUndefined();
    const left = garden.api.get({ resource: namespaces, name: "garden-fresh" });
    expect([left?.metadata.labels, left?.metadata.annotations]).toEqual([undefined, undefined]);
    expect(left?.metadata.ownerReferences).toEqual([]);
    expect(subjects(garden, "garden-fresh")).toEqual({});
  });
});
