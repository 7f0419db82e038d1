import type { Project } from "#lib/garden/project.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { describeDifferences } from "../differences.ts";
import type { GardenRequest } from "../garden-access.ts";
import { listObjectsAt } from "../garden-objects.ts";
import type { ComparedGarden } from "../requests/compare-requests.ts";
import { watchUntil } from "../watch-until.ts";
import { projectsPath } from "./random-projects.ts";

/** Paths of the collections that the project controller writes; `%` is the name of the project. */
const collections = [
  "/apis/rbac.authorization.k8s.io/v1/namespaces/garden-%/rolebindings",
  "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
];

interface RoleComparison {
  /** New projects that both gardens accept. */
  readonly accepted: readonly unknown[];
  readonly say: (line: string) => void;
}

/**
 * Creates projects in both gardens, gives each the members of another one, and compares what the project controllers
 * make of them: the phase, the namespace's labels, the roles and their bindings.
 * @returns whether there are no differences
 */
export async function compareRoles(
  embedded: ComparedGarden,
  real: ComparedGarden,
  { accepted, say }: RoleComparison,
): Promise<boolean> {
  const names = accepted.map((_, index) => `rp-c${index}`);
  const requests = [
    accepted.map((project, index) => creationOf(project, names[index] ?? "")),
    accepted.map((_, index) => memberChangeOf(accepted.at(index - 1), names[index] ?? "")),
  ];
  const differences: string[] = [];
  let compared = 0;
  for (const [step, wanted] of requests.entries()) {
    const codes = await Promise.all([embedded, real].map((garden) => writeAll(garden, wanted, names)));
    differences.push(...describeDifferences(codes[0], codes[1], "answers"));
    for (const name of names) {
      const [here, there] = await Promise.all([madeOf(embedded, name), madeOf(real, name)]);
      compared += Object.keys(there).length;
      differences.push(...describeDifferences(here, there, `${step === 0 ? "new" : "changed"} ${name}`));
    }
  }
  for (const line of differences) say(line.slice(0, 1_000));
  say(
    `${names.length} projects, created and changed: ${compared} objects of theirs, ${differences.length} differences`,
  );
  return differences.length === 0;
}

function creationOf(project: unknown, name: string): GardenRequest {
  const spec = { ...Object(fieldAt(project, "spec")), namespace: `garden-${name}` };
  const body = { apiVersion: "core.gardener.cloud/v1beta1", kind: "Project", metadata: { name }, spec };
  return { method: "POST", path: projectsPath, body };
}

function memberChangeOf(project: unknown, name: string): GardenRequest {
  const members = fieldAt(project, "spec", "members") ?? [];
  return { method: "PATCH", path: `${projectsPath}/${name}`, body: { spec: { members } } };
}

/** Sends the requests, and waits until the garden is done with all projects. @returns the codes of the answers */
async function writeAll(
  { access, tokens }: ComparedGarden,
  requests: readonly GardenRequest[],
  names: readonly string[],
): Promise<readonly number[]> {
  const operator = access.as(tokens.operator ?? "");
  const codes: number[] = [];
  for (const wanted of requests) codes.push((await operator.send(wanted)).code);
  await watchUntil<Project>(access, projectsPath, names, ({ metadata, status }) => {
    const isSettled = status?.phase === "Ready" || status?.phase === "Failed";
    return isSettled && status.observedGeneration === metadata.generation;
  });
  return codes;
}

/** What the garden made of a project, by kind and name. */
async function madeOf({ access }: ComparedGarden, name: string): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await access.send({ method: "GET", path: `${projectsPath}/${name}` });
  const made: [string, unknown][] = [["phase", fieldAt(body, "status", "phase")]];
  for (const collection of collections) {
    const objects = await listObjectsAt(access, collection.replace("%", name));
    const own = objects.filter(({ metadata }) => metadata.namespace !== undefined || isOfProject(metadata.name, name));
    made.push(
      ...own.map(
        (object) => [`${collection.split("/").at(-1)} ${object.metadata.name}`, writtenOf(object)] as [string, unknown],
      ),
    );
  }
  return Object.fromEntries(made);
}

function isOfProject(role: string, project: string): boolean {
  return role.endsWith(`:${project}`) || role.includes(`:project:${project}:`);
}

/** What the project controller writes of a role or a binding. Another controller fills in aggregated rules. */
function writtenOf({ metadata: { labels, ownerReferences }, ...object }: KubeObject): unknown {
  const { apiVersion: _version, kind: _kind, rules, ...fields }: Readonly<Record<string, unknown>> = object;
  const owners = ownerReferences?.map(({ uid: _uid, ...owner }) => owner);
  return { labels, owners, ...fields, ...(!isRecord(fields.aggregationRule) && { rules }) };
}
