import { describe, expect, it } from "vitest";
import {
  createSmallGarden,
  rejectionStatusOf,
  type SmallGarden,
  smallGardenRegistry,
} from "#garden/testing/small-garden.fixture.ts";
import type { Project, ProjectMember } from "#lib/garden/project.ts";
import { projects } from "#lib/kube/resource.ts";

const now = new Date("2026-03-01T10:00:00Z");
const apiGroup = "rbac.authorization.k8s.io";
const ann = { apiGroup, kind: "User", name: "ann" };
const bob = { apiGroup, kind: "User", name: "bob" };
const robot = { kind: "ServiceAccount", name: "robot", namespace: "garden-orchard" };
const target = { resource: projects, name: "orchard" };

const plant = () => createSmallGarden(now, []);
const members = (garden: SmallGarden, list: readonly Partial<ProjectMember>[]) =>
  garden.api.patch<Project>(target, { spec: { owner: ann, members: list } }).spec.members;
const causes = (garden: SmallGarden, spec: object) =>
  rejectionStatusOf(() => garden.api.patch(target, { spec: { owner: ann, ...spec } }))?.details?.causes?.map(
    ({ reason, field }) => `${reason} ${field}`,
  );

describe("a member of a Project", () => {
  it("is a viewer where nothing is said, and people have an API group", () => {
    expect(members(plant(), [{ kind: "User", name: "bob" }, { kind: "Group", name: "team" }, robot])).toEqual([
      { ...bob, role: "viewer" },
      { apiGroup, kind: "Group", name: "team", role: "viewer" },
      { ...robot, role: "viewer" },
      { ...ann, role: "admin", roles: ["owner"] },
    ]);
  });

  it("has the first of several roles as its role, and each once", () => {
    const list = [
      { ...bob, roles: ["uam", "viewer"] },
      { ...robot, role: "viewer", roles: ["admin", "viewer"] },
    ];
    expect(members(plant(), list)?.slice(0, 2)).toEqual([
      { ...bob, role: "uam", roles: ["viewer"] },
      { ...robot, role: "viewer", roles: ["admin"] },
    ]);
  });

  it("has the owner's role when it owns the Project, and loses it when it does not", () => {
    expect(members(plant(), [{ ...ann, role: "admin" }])).toEqual([{ ...ann, role: "admin", roles: ["owner"] }]);
    expect(
      members(plant(), [
        { ...ann, role: "admin" },
        { ...bob, role: "viewer", roles: ["owner"] },
      ])?.[1],
    ).toEqual({
      ...bob,
      role: "viewer",
    });
  });

  it.each<[string, readonly object[], readonly string[]]>([
    [
      "twice, also by another name",
      [robot, { ...ann, name: "system:serviceaccount:garden-orchard:robot" }],
      ["FieldValueDuplicate spec.members[1]"],
    ],
    [
      "as half a service account",
      [{ ...ann, name: "system:serviceaccount:robot" }],
      ["FieldValueInvalid spec.members[0].name"],
    ],
    ["of no kind", [{ name: "x" }], ["FieldValueNotSupported spec.members[0].kind"]],
    ["without a name", [{ ...bob, name: "" }], ["FieldValueRequired spec.members[0].name"]],
    [
      "of another API group",
      [
        { ...bob, apiGroup: "x" },
        { ...robot, apiGroup },
      ],
      ["FieldValueNotSupported spec.members[0].apiGroup", "FieldValueNotSupported spec.members[1].apiGroup"],
    ],
    [
      "in a wrong namespace",
      [
        { ...bob, namespace: "x" },
        { ...robot, namespace: "" },
      ],
      ["FieldValueForbidden spec.members[0].namespace", "FieldValueRequired spec.members[1].namespace"],
    ],
    ["with a role twice", [{ ...bob, roles: ["uam", "uam"] }], ["FieldValueDuplicate spec.members[0].roles[1]"]],
    [
      "with an extension's role that is too long",
      [{ ...bob, role: `extension:${"x".repeat(21)}` }],
      ["FieldValueTooLong spec.members[0].roles[0]"],
    ],
    [
      "with an extension's role that is a path",
      [{ ...bob, role: "extension:a/b" }],
      ["FieldValueInvalid spec.members[0].roles[0]"],
    ],
  ])("cannot be there %s", (_how, list, expected) => {
    expect(causes(plant(), { members: list })).toEqual(expected);
  });
});

describe("a Project", () => {
  it("belongs to whoever creates it, or to a member with that role", () => {
    const create = (spec: object) => {
      const made: Project = { metadata: { name: "fresh" }, spec };
      return plant().api.create<Project>({ resource: projects }, made).spec;
    };
    const own = create({});
    expect(own.owner).toEqual(own.createdBy);
    expect(own.members).toEqual([{ ...own.owner, role: "admin", roles: ["owner"] }]);
    expect(create({ members: [{ ...bob, role: "owner" }] }).owner).toEqual(bob);
  });

  it("keeps its creator", () => {
    const garden = plant();
    garden.api.patch(target, { spec: { createdBy: ann } });
    expect(causes(garden, { createdBy: bob })).toEqual(["FieldValueInvalid spec.createdBy"]);
  });

  it("says something where it describes itself", () => {
    expect(causes(plant(), { description: "" })).toEqual(["FieldValueRequired spec.description"]);
  });
});

describe("people in a Project", () => {
  const definition = smallGardenRegistry.ofKind("core.gardener.cloud/v1beta1", "Project");
  const as = (name: string, garden: SmallGarden, spec: object) =>
    rejectionStatusOf(() => {
      const project = garden.api.get<Project>(target);
      if (!definition || !project) throw new Error("the garden has projects");
      const wanted: Project = { ...project, spec: { ...project.spec, ...spec } };
      const context = { user: { name, groups: [] }, now, warn: () => undefined };
      garden.writer.update({ definition, namespace: undefined, name: "orchard" }, wanted, { context, dryRun: true });
    })?.message;
  const planted = () => {
    const garden = plant();
    members(garden, [{ ...bob, role: "viewer" }]);
    return garden;
  };
  const carl = { apiGroup, kind: "User", name: "carl" };

  it("are the owner's business, and of those who may manage members", () => {
    const change = {
      members: [
        { ...bob, role: "admin" },
        { ...ann, role: "admin", roles: ["owner"] },
      ],
    };
    expect(as("bob", planted(), change)).toContain("not allowed to manage human users or groups in .spec.members");
    expect(as("ann", planted(), change)).toBeUndefined();
    expect(as("bob", planted(), { owner: bob })).toContain("not allowed to manage");
  });

  it("are not service accounts", () => {
    const list = [{ ...bob, role: "viewer" }, robot, { ...ann, role: "admin", roles: ["owner"] }];
    expect(as("carl", planted(), { members: list })).toBeUndefined();
    expect(as("carl", planted(), { members: [...list, carl] })).toContain("not allowed");
  });
});

describe("the texts and limits of a Project", () => {
  const messageOf = (spec: object) =>
    rejectionStatusOf(() => plant().api.create({ resource: projects }, { metadata: { name: "fresh" }, ...{ spec } }))
      ?.message;

  it.each<[string, object, string | undefined]>([
    ["may be of any script", { description: "Süßwaren, 果物: a_b-c/d" }, undefined],
    ["are not empty", { purpose: "" }, "spec.purpose: Required value: must provide a purpose when key is present"],
    ["hold no strange characters", { description: "<b>" }, "must not contain invalid character: ['<' '>']"],
    [
      "keep off Gardener's namespaces",
      { namespace: "gardener-system-public" },
      'spec.namespace: Invalid value: "gardener-system-public": Project namespaces [gardener-system-seed-lease, gardener-system-shoot-issuer, gardener-system-public] are reserved by Gardener',
    ],
    ["are in a namespace of gardens", { namespace: "shop" }, "must start with garden-"],
    [
      "tolerate by default only what they may tolerate",
      { tolerations: { defaults: [{ key: "a" }], whitelist: [{ key: "b" }] } },
      "spec.tolerations.defaults[0]: Forbidden: only the following tolerations are allowed: [b]",
    ],
    [
      "may tolerate one value",
      { tolerations: { defaults: [{ key: "a", value: "1" }], whitelist: [{ key: "a" }] } },
      undefined,
    ],
    [
      "name a toleration once",
      { tolerations: { whitelist: [{ key: "a" }, { key: "a", value: "1" }] } },
      'spec.tolerations.whitelist[1]: Duplicate value: "a=1"',
    ],
    [
      "demand two people for what a selector finds",
      {
        dualApprovalForDeletion: [
          { resource: "shoots", selector: { matchExpressions: [{ key: "a", operator: "In" }] } },
        ],
      },
      "spec.dualApprovalForDeletion[0].selector.matchExpressions[0].values: Required value",
    ],
    ["have Go's spaces", { purpose: "a\u0085b" }, undefined],
    ["have no mark of byte order", { purpose: "\ufeffa" }, "must not contain invalid character"],
    [
      "count an extension's role in bytes",
      { members: [{ ...bob, role: `extension:${"ä".repeat(11)}` }] },
      "spec.members[0].roles[0]: Too long",
    ],
    [
      "demand two people only for clusters",
      { dualApprovalForDeletion: [{ resource: "secrets" }] },
      'spec.dualApprovalForDeletion[0].resource: Unsupported value: "secrets": supported values: "shoots"',
    ],
  ])("%s", (_rule, spec, expected) => {
    if (expected === undefined) expect(messageOf(spec)).toBeUndefined();
    else expect(messageOf(spec)).toContain(expected);
  });

  it("may stay as they are even where they would not be allowed today", () => {
    const old: Project = {
      metadata: { name: "old", uid: "old" },
      spec: { description: "R&D", namespace: "garden-old" },
    };
    const garden = createSmallGarden(now, [{ ...old, apiVersion: "core.gardener.cloud/v1beta1", kind: "Project" }]);
    const write = (spec: object) =>
      rejectionStatusOf(() => garden.api.patch({ resource: projects, name: "old" }, { spec }));
    expect(write({ purpose: "Research" })).toBeUndefined();
    expect(write({ description: "R&D 2" })?.message).toContain("must not contain invalid character: ['&']");
  });
});

it("a Project is written as Go writes it, without empty lists, maps and texts, but with each selector", () => {
  const garden = plant();
  const { metadata, spec } = garden.api.create<Project>(
    { resource: projects },
    {
      metadata: { name: "fresh", labels: {}, annotations: {} },
      spec: {
        owner: { ...ann, namespace: "" },
        members: [{ ...ann, namespace: "", role: "admin" }],
        tolerations: { whitelist: [] },
        dualApprovalForDeletion: [{ resource: "shoots", selector: { matchLabels: {} } }],
      },
    },
  );
  expect(metadata).not.toHaveProperty("labels");
  expect(metadata).not.toHaveProperty("annotations");
  expect(spec.owner).toEqual(ann);
  expect(spec.members).toEqual([{ ...ann, role: "admin", roles: ["owner"] }]);
  expect(spec.tolerations).toEqual({});
  expect(spec.dualApprovalForDeletion).toEqual([{ resource: "shoots", selector: {} }]);
});

it("a Project of a name that is taken is refused for its errors first, and without a name for all of them", () => {
  const garden = plant();
  const refusalOf = (name: string, spec: object) => {
    const status = rejectionStatusOf(() =>
      garden.api.create({ resource: projects }, { metadata: { name }, ...{ spec } }),
    );
    return [status?.code, ...(status?.details?.causes ?? []).map(({ field }) => field)];
  };
  expect(refusalOf("orchard", {})).toEqual([409]);
  expect(refusalOf("orchard", { purpose: "50 %" })).toEqual([422, "spec.purpose"]);
  expect(refusalOf("", { purpose: "50 %" })).toEqual([422, "metadata.name", "spec.purpose"]);
  expect(refusalOf("a.b", {})).toEqual([undefined]);
});

it("the tolerations that a Project may have are for those with a verb of their own", () => {
  const garden = plant();
  const definition = smallGardenRegistry.find("core.gardener.cloud", "v1beta1", "projects");
  const project = garden.api.get<Project>(target);
  if (!definition || !project) throw new Error("the garden has projects");
  const write = (tolerations: object) => {
    const wanted: Project = { ...project, spec: { ...project.spec, tolerations } };
    const context = { user: { name: "ann", groups: [] }, now, warn: () => undefined };
    return () =>
      garden.writer.update({ definition, namespace: undefined, name: "orchard" }, wanted, { context, dryRun: true });
  };
  // Gardener takes the first tolerations for a change of the whitelist also when they have none.
  for (const tolerations of [{ whitelist: [{ key: "a" }] }, {}]) {
    expect(rejectionStatusOf(write(tolerations))?.message).toBe(
      'projects.core.gardener.cloud "orchard" is forbidden: user "ann" is not allowed to modify .spec.tolerations.whitelist for "projects"',
    );
  }
});
