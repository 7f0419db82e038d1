import { expect, test } from "vitest";
import type { Project } from "#lib/garden/project.ts";
import { projectAnnotations } from "#lib/garden/project-annotations.ts";
import { createObjectCache } from "#server/watch/object-cache.ts";
import { createProjectDirectory } from "./project-directory.ts";

test("an annotation that is no text defines no fields, and hides neither its project nor the next ones", () => {
  const projects = createObjectCache<Project>({ warn() {} });
  projects.swap([], "1");
  const directory = createProjectDirectory(projects);
  for (const [at, written] of ["7", "{}", "null", "true", '"[{\\"name\\":\\"Team\\",\\"path\\":\\"a\\"}]"'].entries()) {
    const annotations = JSON.parse(`{"${projectAnnotations.customFields}":${written}}`);
    const metadata = { name: `p${at}`, uid: `u${at}`, resourceVersion: `${at + 2}`, annotations };
    projects.apply([{ kind: "upsert", object: { metadata, spec: { namespace: `garden-n${at}` } } }]);
  }
  const namespaces = directory.all().map(({ spec }) => spec.namespace ?? "");
  expect(namespaces.map(directory.nameOf)).toEqual(["p0", "p1", "p2", "p3", "p4"]);
  expect(namespaces.map((namespace) => directory.customFieldsOf(namespace).length)).toEqual([0, 0, 0, 0, 1]);
});
