import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type EmbeddedGarden, startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { removeExtensions } from "#garden/testing/without-extensions.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { type RandomDraft, randomDrafts } from "#server/creation/random-drafts.fixture.ts";
import { createGardenAccess } from "../garden-access.ts";
import { newestGardenerBuild } from "../release.ts";
import { createCreationComparer } from "./compare-creation.ts";
import { readCreationGarden } from "./garden-offer.ts";
import { runCreations } from "./run-creations.ts";
import { shrinkDraft } from "./shrink-draft.ts";

vi.setConfig({ testTimeout: 600_000 });

let garden: EmbeddedGarden | undefined;
beforeAll(async () => {
  garden = await startEmbeddedGarden({ life: false, speed: 0 });
  removeExtensions(garden);
});
afterAll(() => garden?.stop());

function adminOf() {
  if (garden === undefined) throw new Error("the garden has not started");
  return createGardenAccess({ url: garden.url, caPem: garden.caPem }, garden.identities[0]?.token ?? "");
}

const [draft] = fc.sample(randomDrafts, { seed: 1, numRuns: 1 });
const plain = (change: Partial<RandomDraft>): RandomDraft => {
  if (draft === undefined) throw new Error("no draft was drawn");
  const place = { project: "sandbox", namespace: "garden-sandbox", type: "aws" };
  const rest = { region: 0, network: "calico", isEverywhere: false, isWorkerless: false } as const;
  return { ...draft, ...rest, place, valid: [], invalid: [], pools: [{}], ...change };
};

describe("drafts of new clusters, with the embedded garden in place of Gardener's servers,", () => {
  test("are accepted and refused as Almanac says", async () => {
    const lines: string[] = [];
    const options = { cases: caseCount(40, 400), seed: 7, say: (line: string) => void lines.push(line) };
    const agreed = await runCreations({ admin: adminOf(), release: newestGardenerBuild }, options);
    expect([lines.slice(0, -1), agreed]).toEqual([[], true]);
  });

  test("differ when one is accepted that has errors, refused without one, or refused at another field", async () => {
    const admin = adminOf();
    const comparison = { admin, garden: await readCreationGarden(admin), release: newestGardenerBuild.version };
    const comparer = createCreationComparer(comparison);
    const valid = await comparer.judge(plain({}));
    expect(valid.errors).toEqual([]);
    expect(await comparer.compare(valid)).toBeUndefined();
    expect((await comparer.compare({ ...valid, errors: ["spec.region"] }))?.kind).toBe("told, accepted: spec.region");
    const invalid = await comparer.judge(plain({ invalid: [{ spec: { purpose: "holiday" } }] }));
    expect(invalid.errors).toEqual(["spec.purpose"]);
    expect((await comparer.compare({ ...invalid, errors: [] }))?.kind).toMatch(/^not told, refused: 0 .*spec\.purpose/);
    expect((await comparer.compare({ ...invalid, errors: ["spec.region"] }))?.kind).toBe(
      "refused at another field: spec.purpose",
    );
  });
});

test("a draft is shrunk to the changes without which it is another one", async () => {
  const holiday = { spec: { purpose: "holiday" } };
  const large = plain({
    valid: [{ spec: { schedulerName: "mine" } }],
    invalid: [{ spec: { region: "nowhere" } }, holiday],
    pools: [{ priority: 1 }, { minimum: 2, maximum: 3 }],
    isEverywhere: true,
  });
  const smallest = await shrinkDraft(large, async ({ invalid }) => invalid.includes(holiday));
  expect(smallest).toEqual(plain({ invalid: [holiday] }));
});
