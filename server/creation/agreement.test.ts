import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { POST as previewRoute } from "#app/api/new-cluster/preview/route.ts";
import { GET as choicesRoute, POST as createRoute } from "#app/api/new-cluster/route.ts";
import { type NewClusterChoices, newClusterChoicesSchema, newClusterPreviewSchema } from "#lib/contract/new-cluster.ts";
import { resourceQuotas } from "#lib/kube/resource.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";
import { draftProjects, draftShoot, isFieldTold, randomDrafts } from "./random-drafts.fixture.ts";

vi.setConfig({ testTimeout: 600_000 });

// The clock stands still, so that only requests change objects.
const demo = startDemoTestBed({
  garden: { speed: 0 },
  // The drafts are judged alone: quotas count what the test has created.
  plant: ({ api }) => {
    for (const { metadata } of api.list({ resource: resourceQuotas })) {
      api.delete({ resource: resourceQuotas, namespace: metadata.namespace ?? "", name: metadata.name });
    }
  },
});

async function choicesOf(project: string): Promise<readonly [string, NewClusterChoices]> {
  const path = `/api/new-cluster?project=${project}`;
  return [project, await parseOkResponse(await demo.call(choicesRoute, "operator", { path }), newClusterChoicesSchema)];
}

test("a draft without errors is accepted and created, and one with errors is refused at one of their fields", async () => {
  const choices = new Map(await Promise.all(draftProjects.map(choicesOf)));
  let drafts = 0;
  let created = 0;
  await fc.assert(
    fc.asyncProperty(randomDrafts, async (draft) => {
      drafts += 1;
      const { project } = draft.place;
      const offered = choices.get(project) ?? { profiles: [], accounts: [] };
      const shoot = draftShoot(draft, offered, { name: `e${drafts}`, now: demo.app.now() });
      const body = { project, shoot };
      const told = await parseOkResponse(await demo.call(previewRoute, "operator", { body }), newClusterPreviewSchema);
      const answer = await demo.call(createRoute, "operator", { body });
      if (answer.status === 201) {
        created += 1;
        expect(told).toMatchObject({ errors: [], dryRun: { verdict: "accepted" } });
        return;
      }
      const { gardenMessage, causes = [] } = await problemIn(answer);
      expect([gardenMessage, told.errors.length > 0]).toEqual([gardenMessage, true]);
      const fields = told.errors.map(({ field }) => field);
      expect([fields, causes.filter(({ field }) => !isFieldTold(field, fields))]).toEqual([fields, []]);
    }),
    { seed: 20_261_130, numRuns: caseCount(120, 2_000), endOnFailure: true },
  );
  expect(created).toBeGreaterThan(drafts / 10);
});
