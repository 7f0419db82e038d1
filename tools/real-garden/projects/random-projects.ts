import fc from "fast-check";
import { projectAnnotations } from "#lib/garden/project-annotations.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { gardenGroup } from "../garden-objects.ts";
import type { RandomWrite } from "../writes/compare-write.ts";
import { groups, people, plantedProjects } from "./planted-objects.ts";

/** A random request about a Project or a binding. */
export interface RandomRequest extends RandomWrite {
  readonly area: "new project" | "project" | "deletion" | "new binding" | "binding";
}

export const projectsPath = `${gardenGroup}/projects`;

export const anyPerson = fc.constantFrom("operator", "operator", "owner-commerce", "owner-data", "viewer", "stranger");

/** Mostly the good value, else one of the others. */
export function mostly<Value>(good: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 11, arbitrary: good }, { weight: 1, arbitrary: other });
}

/** The value, or no field. */
export function optional<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined });
}

const goodNames = ["rp-new", "rp-next", "a", "0", "rp-1234567"];
const badNames = [
  ...["rp-owned", "Rp-new", "rp--new", "rp-12345678", "-a", "a-", "a.b", "a_b", "ü", "öööööööö", "a b", ""],
  ...["a.-b", "gärten", "--", "x".repeat(254)],
];
const badNamespaces = [
  ...["garden-", "garden-Up", "garden-a.b", "garden-rp-owned", "other", "", "gardener", "garden-x-"],
  ...["gardener-system-public", "gardener-system-seed-lease", "gardener-system-shoot-issuer"],
  `garden-${"x".repeat(57)}`,
];

const goodTexts = [
  ...["Läden, 店 und mehr: a/b_c-d\\e.", "x".repeat(300), "Zeile\nund\tmehr", "Ελλάδα", "عربى", "٣ rows", " "],
  ...["\u00a0", "\u2003\u2028", "\u3000", "\u1680", "\u0085"],
];
const badTexts = [
  ...["", "50 % off", "a+b", "(x)", "'", '"', "a\u0301", "\u200b", "\ufeff", "😀", "x!\u0000", "<b>", "½", "ⅷ", "²"],
];
const anyText = optional(
  mostly(
    fc.constantFrom(...goodTexts),
    fc.oneof(fc.constantFrom(...badTexts), fc.string({ unit: "binary", minLength: 1, maxLength: 3 })),
  ),
);

const robotNames = ["robot", "pipeline"];
const robotNamespaces = ["garden-rp-owned", "garden-rp-robots", "garden-rp-new"];

const goodSubjects = fc.oneof(
  fc.constantFrom(...Object.values(people), ...Object.values(groups)),
  fc.record({
    kind: fc.constant("ServiceAccount"),
    name: fc.constantFrom(...robotNames),
    namespace: fc.constantFrom(...robotNamespaces),
  }),
  fc.record({
    apiGroup: fc.constantFrom("rbac.authorization.k8s.io", "rbac.authorization.k8s.io", undefined),
    kind: fc.constantFrom("User", "User", "User", "Group"),
    name: fc
      .tuple(fc.constantFrom(...robotNamespaces), fc.constantFrom(...robotNames))
      .map((names) => `system:serviceaccount:${names.join(":")}`),
  }),
  fc.record({ kind: fc.constantFrom("User", "Group"), name: fc.constantFrom("eve", "team", "Eve Ä. <eve>") }),
);
const badSubjects = fc.record(
  {
    apiGroup: fc.constantFrom("rbac.authorization.k8s.io", "", "core", "rbac.authorization.k8s.io/v1"),
    kind: fc.constantFrom("User", "Group", "ServiceAccount", "Robot", "user", ""),
    name: fc.constantFrom("eve", "", "Robot", "robot.one", "system:serviceaccount:x", "system:serviceaccount:a:b:c"),
    namespace: fc.constantFrom("garden-rp-owned", "", "Upper", "a.b"),
  },
  { requiredKeys: ["kind", "name"] },
);
export const anySubject = mostly<object>(goodSubjects, badSubjects);

const goodRoles = ["admin", "viewer", "uam", "serviceaccountmanager", "extension:deployer", "owner"];
const badRoles = [
  ...["boss", "Admin", "", "extension", "extension:", "extension:.", "extension:..", "extension:a/b", "extension:100%"],
  ...[`extension:${"x".repeat(20)}`, `extension:${"x".repeat(21)}`, `extension:${"ä".repeat(11)}`, "extension:Ä b"],
];
const anyRole = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...goodRoles) },
  { weight: 1, arbitrary: fc.constantFrom(...badRoles) },
);
const anyRoles = fc.oneof(
  fc.record({ role: anyRole }),
  fc.record({ roles: fc.array(anyRole, { maxLength: 3 }) }),
  fc.record({ role: anyRole, roles: fc.array(anyRole, { maxLength: 2 }) }),
  fc.constant({}),
);
const anyMember = fc.tuple(anySubject, anyRoles).map(([subject, roles]) => ({ ...subject, ...roles }));
const anyMembers = fc.array(anyMember, { maxLength: 4 });

const anyToleration = fc.record(
  {
    key: mostly(fc.constantFrom("dedicated", "example.com/zone"), fc.constantFrom("", "a b", "x/y/z", "-")),
    value: mostly(fc.constantFrom("gpu", "cpu", ""), fc.constantFrom("a b", "x".repeat(64))),
  },
  { requiredKeys: ["key"] },
);
const anyTolerations = fc.record(
  { whitelist: fc.array(anyToleration, { maxLength: 3 }), defaults: fc.array(anyToleration, { maxLength: 2 }) },
  { requiredKeys: [] },
);

const anyExpression = fc.record(
  {
    key: mostly(fc.constantFrom("stage", "example.com/zone"), fc.constant("a b")),
    operator: mostly(fc.constantFrom("In", "NotIn", "Exists", "DoesNotExist"), fc.constantFrom("in", "", "Gt")),
    values: fc.array(mostly(fc.constantFrom("live", ""), fc.constant("a b")), { maxLength: 2 }),
  },
  { requiredKeys: ["key", "operator"] },
);
const anySelector = fc.record(
  {
    matchLabels: mostly<object>(
      fc.constantFrom<object[]>({ stage: "live" }, {}),
      fc.constantFrom({ "a b": "x" }, { stage: "a b" }),
    ),
    matchExpressions: fc.array(anyExpression, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const anyApproval = fc.record(
  {
    resource: mostly(fc.constant("shoots"), fc.constantFrom("projects", "", "Shoots")),
    selector: anySelector,
    includeServiceAccounts: fc.boolean(),
  },
  { requiredKeys: ["resource"] },
);

const anyAnnotations = fc.record(
  {
    [projectAnnotations.title]: fc.constantFrom("Shop", "", "😀 & co"),
    [projectAnnotations.costObject]: fc.constantFrom("4711", "", "not a number"),
    [projectAnnotations.costObjectType]: fc.constantFrom("CO", ""),
    [annotations.confirmDeletion]: fc.constantFrom("true", "false", "yes"),
    "a b": fc.constant("x"),
  },
  { requiredKeys: [] },
);
const anyLabels = mostly<object>(
  fc.constantFrom<object[]>({ tier: "fleet" }, {}),
  fc.constantFrom({ tier: "a b" }, { "a b": "x" }),
);

/** As Almanac sends another owner: without the fields that only the previous one has. */
const anyOwner = anySubject.map((subject) => ({ apiGroup: null, namespace: null, ...subject }));

/** Rarely given fields of a project's spec; the fields that each project has are drawn apart. */
const rareFields = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        tolerations: anyTolerations,
        dualApprovalForDeletion: fc.array(anyApproval, { maxLength: 2 }),
        createdBy: anySubject,
      },
      { requiredKeys: [] },
    ),
  },
);
const rareMetadata = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ annotations: anyAnnotations, labels: anyLabels }, { requiredKeys: [] }) },
);

const newProject = fc
  .record({
    name: mostly(fc.constantFrom(...goodNames), fc.constantFrom(...badNames)),
    namespace: mostly(fc.constant("its own"), optional(fc.constantFrom(...badNamespaces))),
    fields: fc.record({
      owner: optional(anySubject),
      members: optional(anyMembers),
      description: anyText,
      purpose: anyText,
    }),
    rare: rareFields,
    metadata: rareMetadata,
  })
  .map(({ name, namespace, fields, rare, metadata }) => ({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Project",
    metadata: { name, ...metadata },
    spec: { namespace: namespace === "its own" ? `garden-${name}` : namespace, ...fields, ...rare },
  }));

/** The members of a planted project after one to three changes of them. */
function changedMembers(held: readonly object[]): fc.Arbitrary<readonly object[]> {
  const place = fc.nat({ max: Math.max(0, held.length - 1) });
  const change = fc.oneof(
    anyMember.map((member) => (list: readonly object[]) => [...list, member]),
    place.map((at) => (list: readonly object[]) => list.toSpliced(at, 1)),
    fc.tuple(place, anyRoles).map(([at, roles]) => (list: readonly object[]) => {
      const { role: _role, roles: _roles, ...subject }: Readonly<Record<string, unknown>> = { ...list[at] };
      return "name" in subject ? list.with(at, { ...subject, ...roles }) : list;
    }),
    fc.constant((list: readonly object[]) => list.toReversed()),
  );
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce<readonly object[]>((list, one) => one(list), held));
}

const changeOfProject = fc.constantFrom(...plantedProjects).chain(({ metadata: { name }, spec }) => {
  const members = changedMembers(spec.members ?? []);
  const people = fc.oneof(
    fc.record({ members }),
    fc.record({ members }),
    fc.record({ owner: mostly<object | null>(anyOwner, fc.oneof(anySubject, fc.constant(null))) }),
    fc.record({ members, owner: anyOwner }),
    fc.constant({}),
  );
  const settings = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          description: anyText,
          purpose: fc.oneof(anyText, fc.constant(null)),
          namespace: fc.constantFrom(`garden-${name}`, "garden-other", null),
        },
        { requiredKeys: [] },
      ),
    },
  );
  return fc.record({ people, settings, rare: rareFields, metadata: rareMetadata }).map((drawn) => ({
    path: `${projectsPath}/${name}`,
    body: {
      ...(Object.keys(drawn.metadata).length > 0 && { metadata: drawn.metadata }),
      spec: { ...drawn.people, ...drawn.settings, ...drawn.rare },
    },
  }));
});

const deletionOfProject = fc.constantFrom(...plantedProjects).map(({ metadata: { name } }) => ({
  path: `${projectsPath}/${name}`,
  body: undefined,
}));

/** Requests about Projects; nine of ten write one. */
export const randomProjectRequests: fc.Arbitrary<RandomRequest> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      area: fc.constant("new project" as const),
      method: fc.constant("POST" as const),
      person: fc.oneof(fc.constant("operator"), fc.constant("owner-commerce"), anyPerson),
      path: fc.constant(projectsPath),
      body: newProject,
    }),
  },
  {
    weight: 10,
    arbitrary: fc
      .tuple(anyPerson, changeOfProject)
      .map(([person, change]) => ({ area: "project" as const, method: "PATCH" as const, person, ...change })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyPerson, deletionOfProject)
      .map(([person, change]) => ({ area: "deletion" as const, method: "DELETE" as const, person, ...change })),
  },
);
