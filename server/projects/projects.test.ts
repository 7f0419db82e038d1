import { describe, expect, test } from "vitest";
import { POST as changeRoute, GET as projectRoute } from "#app/api/projects/[project]/route.ts";
import { POST as createRoute, GET as listRoute } from "#app/api/projects/route.ts";
import {
  createdProjectSchema,
  type ProjectChange,
  projectSchema,
  projectsSchema,
  type ShownMember,
  type ShownProject,
} from "#lib/contract/project/projects.ts";
import type { Project } from "#lib/garden/project.ts";
import { projectAnnotations } from "#lib/garden/project-annotations.ts";
import { projects } from "#lib/kube/resource.ts";
import { createBreakingTransport } from "#server/testing/create-breaking-transport.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

/** Whether requests to delete a project get no answer, and do not reach the garden. */
let isDeletionCut = false;

// The clock stands still, so that only requests change objects.
const demo = startDemoTestBed({
  garden: { speed: 0 },
  wrap: createBreakingTransport(
    ({ method, url }) => isDeletionCut && method === "DELETE" && url.pathname.includes("/projects/"),
  ),
});

const list = async (person: string) => parseOkResponse(await demo.call(listRoute, person), projectsSchema);
const ask = (person: string, project: string) => demo.call(projectRoute, person, { params: { project } });
const read = async (person: string, project: string) => parseOkResponse(await ask(person, project), projectSchema);
const change = (person: string, project: string, body: ProjectChange) =>
  demo.call(changeRoute, person, { params: { project }, body });
const stored = (name: string) => demo.embedded.api.get<Project>({ resource: projects, name });

const sent = (members: readonly ShownMember[]) => members.map(({ isYou: _, ...member }) => member);
const withMember = (project: ShownProject, name: string): ProjectChange => ({
  kind: "members",
  resourceVersion: project.resourceVersion,
  members: [...sent(project.members), { kind: "User", name, roles: ["viewer"] }],
});

describe("the list of projects", () => {
  test("has the projects of a member, with the roles of the member", async () => {
    const { projects: seen } = await list("owner-commerce");
    expect(seen.map(({ name }) => name)).toContain("shop");
    expect(seen.map(({ name }) => name)).not.toContain("ml");
    expect(seen.find(({ name }) => name === "shop")).toMatchObject({
      phase: "Ready",
      owner: "ravi.menon@harborline.example",
    });
    expect(seen.find(({ name }) => name === "shop")?.roles).toContain("owner");
  });

  test("is empty for who is a member of nothing, and whole for operators", async () => {
    expect((await list("stranger")).projects).toEqual([]);
    const all = await list("operator");
    expect(all.projects.length).toBeGreaterThan(6);
    expect(all.mayCreate).toBe(true);
  });
});

describe("a project", () => {
  test("shows its members, and what the user is allowed to do with it", async () => {
    const project = await read("owner-commerce", "shop");
    expect(project.members.find(({ name }) => name === "tomas.ortega@harborline.example")).toMatchObject({
      kind: "User",
      roles: ["viewer"],
      isYou: false,
    });
    expect(project.rights).toMatchObject({ change: true, manageMembers: true, delete: true });
    expect((await read("viewer", "shop")).rights).toMatchObject({ change: false, manageMembers: false, delete: false });
  });

  test("that the user does not see is not there, as one that does not exist", async () => {
    const [hidden, missing] = [await ask("stranger", "shop"), await ask("stranger", "nothing")];
    expect([hidden.status, missing.status]).toEqual([404, 404]);
    expect((await problemIn(hidden)).detail).toBe((await problemIn(missing)).detail);
    const body = withMember(await read("owner-commerce", "shop"), "eve");
    expect((await change("stranger", "shop", body)).status).toBe(404);
  });
});

describe("members", () => {
  test("are changed for the version that was seen, so that a colleague's change is not lost", async () => {
    const seen = await read("owner-commerce", "shop");
    expect((await change("operator", "shop", withMember(seen, "first@harborline.example"))).status).toBe(200);
    const late = await change("owner-commerce", "shop", withMember(seen, "second@harborline.example"));
    expect(late.status).toBe(409);
    expect((await problemIn(late)).detail).toContain("Somebody has changed the project");
    const names = stored("shop")?.spec.members?.map(({ name }) => name);
    expect(names).toContain("first@harborline.example");
    expect(names).not.toContain("second@harborline.example");
  });

  test("cannot be changed by a viewer, who is told so", async () => {
    const refused = await change("viewer", "shop", withMember(await read("viewer", "shop"), "eve"));
    expect(refused.status).toBe(403);
    expect((await problemIn(refused)).detail).toContain("members");
  });
});

describe("the owner", () => {
  const own = async (person: string, owner: { kind: string; name: string; namespace?: string }) => {
    const { resourceVersion } = await read(person, "sandbox");
    return (await change(person, "sandbox", { kind: "owner", resourceVersion, owner })).status;
  };

  test("can be a service account after a person, and a person after a service account", async () => {
    const robot = { kind: "ServiceAccount", name: "robot", namespace: "garden-sandbox" };
    const { members, resourceVersion } = await read("operator", "sandbox");
    const added = [...sent(members), { ...robot, roles: ["admin"] }];
    await change("operator", "sandbox", { kind: "members", resourceVersion, members: added });
    expect(await own("operator", robot)).toBe(200);
    expect(stored("sandbox")?.spec.owner).toEqual(robot);
    const person = { kind: "User", name: "jonas.vogel@harborline.example" };
    expect(await own("operator", person)).toBe(200);
    expect(stored("sandbox")?.spec.owner).toEqual({ apiGroup: "rbac.authorization.k8s.io", ...person });
  });
});

describe("settings", () => {
  test("are changed alone, and an empty text takes a setting away", async () => {
    const { resourceVersion } = await read("owner-commerce", "payments");
    const before = stored("payments")?.spec;
    await change("owner-commerce", "payments", {
      kind: "settings",
      resourceVersion,
      title: "Payments of all kinds",
      purpose: "",
    });
    const { purpose: _, ...rest } = before ?? {};
    expect(stored("payments")?.spec).toEqual(rest);
    expect((await read("owner-commerce", "payments")).title).toBe("Payments of all kinds");
  });
});

describe("custom fields", () => {
  const define = (person: string, { resourceVersion }: ShownProject, customFields: string) =>
    change(person, "analytics", { kind: "customFields", resourceVersion, customFields });
  const annotation = () => stored("analytics")?.metadata.annotations?.[projectAnnotations.customFields];
  const fields = JSON.stringify({ team: { name: "Team", path: "metadata.labels.team", colour: "red" } });

  test("are written as they are sent, with what Almanac does not know, for the version that was seen", async () => {
    await define("operator", await read("operator", "analytics"), "[]");
    const seen = await read("operator", "analytics");
    expect((await define("operator", seen, fields)).status).toBe(200);
    expect(annotation()).toBe(fields);
    expect((await read("operator", "analytics")).customFields).toBe(fields);
    expect((await define("operator", seen, "[]")).status).toBe(409);
    expect(annotation()).toBe(fields);
  });

  test("that nobody can read are refused, and nothing is sent", async () => {
    await define("operator", await read("operator", "analytics"), fields);
    for (const broken of ["{", "7"])
      expect((await define("operator", await read("operator", "analytics"), broken)).status).toBe(400);
    expect(annotation()).toBe(fields);
  });

  test.each([
    ["no JSON", "{"],
    ["no fields", "7"],
    ["too large", JSON.stringify({ team: "x".repeat(40_000) })],
  ])("that somebody wrote and that cannot be read are not replaced: %s", async (_why, written) => {
    const metadata = { annotations: { [projectAnnotations.customFields]: written } };
    demo.embedded.api.patch({ resource: projects, name: "analytics" }, { metadata });
    const refused = await define("operator", await read("operator", "analytics"), fields);
    expect(refused.status).toBe(400);
    expect((await problemIn(refused)).detail).toContain("does not overwrite them");
    expect(annotation()).toBe(written);
    demo.embedded.api.patch(
      { resource: projects, name: "analytics" },
      { metadata: { annotations: { [projectAnnotations.customFields]: fields } } },
    );
  });

  test("cannot be changed by a viewer, and an empty text removes the annotation alone", async () => {
    const { resourceVersion } = await read("viewer", "shop");
    const body = { kind: "customFields", resourceVersion, customFields: "" } as const;
    expect((await change("viewer", "shop", body)).status).toBe(403);
    await define("operator", await read("operator", "analytics"), fields);
    expect((await define("operator", await read("operator", "analytics"), "")).status).toBe(200);
    expect(annotation()).toBeUndefined();
    expect(stored("analytics")?.metadata.annotations).toHaveProperty(["billing.harborline.example/cost-centre"]);
  });
});

describe("deletion", () => {
  const annotation = "confirmation.gardener.cloud/deletion";
  const confirmation = () => stored("pilots")?.metadata.annotations?.[annotation];

  test("that does not come through leaves no confirmation behind", async () => {
    const { uid } = await read("owner-commerce", "pilots");
    isDeletionCut = true;
    const cut = await change("owner-commerce", "pilots", { kind: "delete", uid });
    isDeletionCut = false;
    expect((await problemIn(cut)).detail).toContain("is not certain");
    expect(stored("pilots")?.metadata.deletionTimestamp).toBeUndefined();
    expect(confirmation()).toBeUndefined();
  });

  test("of another project of the same name is refused", async () => {
    const refused = await change("owner-commerce", "pilots", { kind: "delete", uid: "another" });
    expect(refused.status).toBe(409);
    expect(confirmation()).toBeUndefined();
  });

  test("is confirmed and begun", async () => {
    const { uid } = await read("owner-commerce", "pilots");
    expect((await change("owner-commerce", "pilots", { kind: "delete", uid })).status).toBe(200);
    const left = stored("pilots");
    expect(left === undefined || left.metadata.deletionTimestamp !== undefined).toBe(true);
  });
});

describe("a new project", () => {
  test("is created in the namespace of its name, and belongs to who creates it", async () => {
    const body = { name: "fresh", title: "Something new", description: "Only for a test" };
    const response = await demo.call(createRoute, "operator", { body });
    expect(response.status).toBe(201);
    expect(createdProjectSchema.parse(await response.json())).toEqual({ name: "fresh" });
    expect(stored("fresh")?.spec).toMatchObject({
      namespace: "garden-fresh",
      owner: { kind: "User", name: "olga.brandt@harborline.example" },
    });
  });

  test("is refused with the reason beside its field, and nothing is sent", async () => {
    const invalid = await demo.call(createRoute, "operator", { body: { name: "a--b", description: "50 %" } });
    expect(invalid.status).toBe(400);
    expect((await problemIn(invalid)).causes?.map(({ field }) => field)).toEqual(["metadata.name", "spec.description"]);
    expect(stored("a--b")).toBeUndefined();
  });

  test("is refused by the garden for who is not allowed to create projects", async () => {
    const refused = await demo.call(createRoute, "stranger", { body: { name: "mine" } });
    expect(refused.status).toBe(403);
    expect((await problemIn(refused)).detail).toBe("You are not allowed to create projects.");
  });
});
