import { describe, expect, test } from "vitest";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { projects, shoots } from "#lib/kube/resource.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { projectsWithShoots } from "#server/testing/canaries.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

let all: readonly Project[];

const canaryOf = (project: string) => `canary-of-${project}`;
/** The projects that each demo user is allowed to see. */
const people: readonly (readonly [string, readonly string[]])[] = [
  ["owner-commerce", ["payments", "shop"]],
  ["owner-data", ["analytics", "logistics", "ml"]],
  ["viewer", ["logistics", "platform", "shop"]],
  ["stranger", []],
];

const demo = startDemoTestBed({ plant, people: ["operator", ...people.map(([identity]) => identity)] });

function shootIn(project: Project | undefined): Shoot {
  const [shoot] = demo.embedded.api.list<Shoot>({ resource: shoots, namespace: project?.spec.namespace ?? "" });
  if (shoot === undefined) throw new Error(`no Shoot in ${project?.metadata.name}`);
  return shoot;
}

function plantIn(shoot: Shoot, canary: string): void {
  const { name, namespace = "" } = shoot.metadata;
  const metadata = { labels: { tenant: canary }, annotations: { note: canary } };
  demo.embedded.api.patch({ resource: shoots, namespace, name }, { metadata });
}

function plant({ api }: EmbeddedGarden): void {
  all = projectsWithShoots(api);
  for (const project of all) {
    const canary = canaryOf(project.metadata.name);
    api.patch({ resource: projects, name: project.metadata.name }, { spec: { description: canary } });
    plantIn(shootIn(project), canary);
  }
}

/** The projects whose marker texts occur in a text. */
function seenIn(text: string): string[] {
  return all.map(({ metadata }) => metadata.name).filter((name) => text.includes(canaryOf(name)));
}

describe.each(people)("S12: %s", (identity, own) => {
  test("finds in fleet and stream what is theirs, and nothing of anybody else", async () => {
    const browser = demo.as(identity);
    const fleet = await (await browser.fleet()).text();
    expect(seenIn(fleet)).toEqual(own);
    const snapshot = readEntireFleet(fleet);
    expect([...new Set(snapshot.rows.map(({ project }) => project))].sort()).toEqual(own);
    expect(snapshot.scope).toMatchObject({ all: false, unreadable: [] });

    const reader = await browser.stream();
    for (const project of all) plantIn(shootIn(project), `${canaryOf(project.metadata.name)}-${identity}`);
    const again = (text: string) =>
      all.filter(({ metadata }) => text.includes(`${canaryOf(metadata.name)}-${identity}`));
    await eventually(() => expect(again(reader.text).map(({ metadata }) => metadata.name)).toEqual(own));
    expect(seenIn(reader.text)).toEqual(own);
  });

  test("reads others' clusters neither live, nor as YAML, nor by an operation, and learns nothing from the refusal", async () => {
    const browser = demo.as(identity);
    for (const project of all) {
      const { name, uid, resourceVersion } = shootIn(project).metadata;
      const isOwn = own.includes(project.metadata.name);
      const responses = [
        await browser.cluster(project.metadata.name, name),
        await browser.yaml(project.metadata.name, name),
      ];
      for (const response of responses) {
        const text = await response.clone().text();
        expect([response.status, seenIn(text)]).toEqual(isOwn ? [200, [project.metadata.name]] : [403, []]);
      }
      if (isOwn) continue;
      const act = { kind: "operation", id: "reconcile", when: "now" };
      const confirmation = { act, uid, resourceVersion, previewHash: "A".repeat(43) };
      const unseen = await browser.preview(project.metadata.name, name, act);
      expect(await problemIn(unseen)).toMatchObject({ status: 403, reason: "forbidden" });
      const refused = await browser.operate(project.metadata.name, name, confirmation);
      expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "forbidden" });
    }
  });

  test("cannot tell a project that exists from one that does not", async () => {
    const browser = demo.as(identity);
    const foreign = all.find(({ metadata }) => !own.includes(metadata.name));
    const existing = await problemIn(await browser.cluster(foreign?.metadata.name ?? "", "nothing"));
    const missing = await problemIn(await browser.cluster("no-such-project", "nothing"));
    expect(existing.status).toBe(missing.status);
    const asIfMissing = existing.gardenMessage?.replaceAll(
      `garden-${foreign?.metadata.name}`,
      "garden-no-such-project",
    );
    expect(asIfMissing).toBe(missing.gardenMessage);
  });
});

test("the operator sees everything", async () => {
  const browser = demo.as("operator");
  const fleet = await (await browser.fleet()).text();
  expect(seenIn(fleet)).toEqual(all.map(({ metadata }) => metadata.name));
  expect(readEntireFleet(fleet).rows).toHaveLength(demo.embedded.api.list({ resource: shoots }).length);
});
