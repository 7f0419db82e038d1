import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { type EmbeddedComparedGarden, startEmbeddedComparedGarden } from "../requests/ask-embedded-garden.ts";
import { opinionOf } from "./almanac-opinion.ts";
import { createProjectComparer } from "./compare-project.ts";
import { people } from "./planted-objects.ts";
import { projectsPath, type RandomRequest } from "./random-projects.ts";
import { compareProjects, drawRequests } from "./run-projects.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

describe("random requests about projects", () => {
  test("are the same for the same seed, and others for another", () => {
    const drawn = JSON.stringify(drawRequests({ cases: 60, seed: 3 }));
    expect(JSON.stringify(drawRequests({ cases: 60, seed: 3 }))).toBe(drawn);
    expect(JSON.stringify(drawRequests({ cases: 60, seed: 4 }))).not.toBe(drawn);
  });

  test("are about everything that is compared", () => {
    const areas = new Set(drawRequests({ cases: 200, seed: 1 }).map(({ area }) => area));
    expect([...areas].sort()).toEqual(["binding", "deletion", "new binding", "new project", "project"]);
  });
});

describe("Almanac's opinion", () => {
  const opinion = (spec: object, name = "rp-x") =>
    opinionOf(
      {
        area: "new project",
        method: "POST",
        person: "operator",
        path: projectsPath,
        body: { metadata: { name }, spec },
      },
      {},
    );

  test("names the fields of a new project that are invalid", () => {
    const robot = { kind: "ServiceAccount", name: "robot", namespace: "garden-rp-x" };
    const spelled = { kind: "User", name: "system:serviceaccount:garden-rp-x:robot" };
    const members = [{ ...robot, role: "boss" }, spelled];
    expect(opinion({ namespace: "garden-a--b", purpose: "50 %" }, "a--b")?.invalid).toEqual([
      "metadata.name",
      "spec.purpose",
    ]);
    expect(opinion({ members })?.invalid).toEqual(["spec.members[0].roles[0]", "spec.members[1]"]);
    expect(opinion({}, "rp-owned")?.isTaken).toBe(true);
    expect(opinion({ namespace: "garden-rp-x" })).toMatchObject({ invalid: [], isTaken: false });
  });

  test("tells of a change whether it is one of people", () => {
    const before = {
      metadata: { name: "rp-x" },
      spec: { owner: people.ravi, members: [{ ...people.sam, role: "admin" }] },
    };
    const change = (spec: object): RandomRequest => ({
      area: "project",
      method: "PATCH",
      person: "viewer",
      path: "",
      body: { spec },
    });
    expect(opinionOf(change({ members: [] }), before)?.needsManageMembers).toBe(true);
    expect(opinionOf(change({ purpose: "x" }), before)?.needsManageMembers).toBe(false);
  });
});

describe("with two embedded gardens, one in place of Gardener's servers,", () => {
  let gardens: readonly EmbeddedComparedGarden[] = [];
  beforeAll(async () => {
    const now = new Date();
    gardens = [await startEmbeddedComparedGarden(now), await startEmbeddedComparedGarden(now)];
  });
  afterAll(() => Promise.all(gardens.map(({ stop }) => stop())));

  test("all random requests are answered alike, and differences are told", async () => {
    const [one, other] = gardens;
    if (one === undefined || other === undefined) throw new Error("the gardens have not started");
    const lines: string[] = [];
    const options = { cases: caseCount(90, 900), seed: 5, say: (line: string) => void lines.push(line) };
    expect([await compareProjects(one, other, options), lines.filter((line) => line.startsWith("  "))]).toEqual([
      true,
      [],
    ]);
    const path = `${projectsPath}/rp-single`;
    const members = [
      { ...people.sam, role: "admin" },
      { ...people.tomas, role: "uam" },
    ];
    await other.access.send({ method: "PATCH", path, body: { spec: { members } } });
    const { difference } = await createProjectComparer(one, other).compare({
      area: "project",
      method: "PATCH",
      person: "operator",
      path,
      body: { spec: { members: [] } },
    });
    expect(difference?.kind).toMatch(/^project, object: /);
  });
});
