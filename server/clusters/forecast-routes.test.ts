import { describe, expect, test } from "vitest";
import { currentGardenerRelease } from "#garden/landscape/garden/seeds.ts";
import {
  type ClusterForecast,
  clusterForecastSchema,
  nextRunDryRunResponseSchema,
} from "#lib/contract/cluster-forecast.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloudProfiles, namespacedCloudProfiles, shoots } from "#lib/kube/resource.ts";
import { gardenReleaseContext } from "#lib/policy/editions/rules-of-shoot.ts";
import { forecastShoot } from "#lib/policy/forecast/forecaster.ts";
import { effectiveProfile } from "#lib/policy/profiles/effective-profile.ts";
import type { Browser } from "#server/testing/browser.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const demo = startDemoTestBed({ people: ["operator", "owner-commerce", "viewer"] });

const projectOf = ({ metadata }: Shoot) => (metadata.namespace ?? "").replace(/^garden-/, "");
const allShoots = () => demo.embedded.api.list<Shoot>({ resource: shoots });

async function readForecast(browser: Browser, project: string, name: string): Promise<ClusterForecast> {
  const response = await browser.forecast(project, name);
  expect(response.status).toBe(200);
  return clusterForecastSchema.parse(await response.json());
}

function profileOf(shoot: Shoot) {
  return effectiveProfile(shoot, {
    cloudProfile: (name) => demo.embedded.api.get<CloudProfile>({ resource: cloudProfiles, name }),
    namespacedCloudProfile: (namespace, name) =>
      demo.embedded.api.get<NamespacedCloudProfile>({ resource: namespacedCloudProfiles, namespace, name }),
  });
}

/** Time limit for all demo clusters, also on a busy machine. */
const wholeFleet = { timeout: 60_000 };

test(
  "every cluster of the demo gets exactly what the policy core foresees for the same snapshot",
  wholeFleet,
  async () => {
    const all = allShoots();
    const edition = gardenReleaseContext({ release: currentGardenerRelease });
    expect(all.length).toBeGreaterThan(60);
    for (const shoot of all) {
      const { forecast: told, snapshot } = await readForecast(
        demo.as("operator"),
        projectOf(shoot),
        shoot.metadata.name,
      );
      const profile = profileOf(shoot);
      const span = { now: Date.parse(snapshot.at), horizon: Date.parse(snapshot.horizon) };
      const policy = forecastShoot(shoot, profile.ok ? profile.value : undefined, { ...span, edition });
      expect({ name: shoot.metadata.name, outcome: told.outcome }).toEqual({
        name: shoot.metadata.name,
        outcome: policy.outcome,
      });
      if (told.outcome !== "foreseen" || policy.outcome !== "foreseen") continue;
      expect(told.lanes).toEqual(JSON.parse(JSON.stringify(policy.lanes)));
      expect(told.rejections).toEqual(JSON.parse(JSON.stringify(policy.rejections)));
      expect(told.caveats).toEqual(policy.caveats);
    }
  },
);

test("the world that is sent along foresees the same in the browser", async () => {
  const { forecast: told, snapshot, world: sent } = await readForecast(demo.as("operator"), "payments", "ledger-us");
  const span = { now: Date.parse(snapshot.at), horizon: Date.parse(snapshot.horizon) };
  const again = forecastShoot(JSON.parse(JSON.stringify(sent.shoot)), JSON.parse(JSON.stringify(sent.profile)), span);
  expect(again).toMatchObject({ outcome: "foreseen" });
  if (told.outcome !== "foreseen" || again.outcome !== "foreseen") return;
  expect(told.lanes).toEqual(JSON.parse(JSON.stringify(again.lanes)));
});

test("a project's own profile is named with its parent, and every date that it moves", async () => {
  const { snapshot, overrides } = await readForecast(demo.as("operator"), "ml", "training");
  expect(snapshot.profile).toMatchObject({ kind: "NamespacedCloudProfile", name: "ml-gpu", parent: "gcp" });
  expect(overrides.length).toBeGreaterThan(0);
  expect(overrides.some(({ onlyHere, here, parent }) => !onlyHere && here !== undefined && here !== parent)).toBe(true);
  for (const { onlyHere, here, parent } of overrides) expect(onlyHere || here !== parent).toBe(true);
});

test("the same spec and profile give the same snapshot id, and another profile another one", async () => {
  const before = await readForecast(demo.as("operator"), "ml", "training");
  expect((await readForecast(demo.as("operator"), "ml", "training")).snapshot.id).toBe(before.snapshot.id);
  const elsewhere = await readForecast(demo.as("operator"), "payments", "ledger-us");
  expect(elsewhere.snapshot.id).not.toBe(before.snapshot.id);
});

test("who may not read a cluster learns nothing of its future", async () => {
  const problem = await problemIn(await demo.as("owner-commerce").forecast("ml", "training"));
  expect(["forbidden", "not-found"]).toContain(problem.reason);
  expect(JSON.stringify(problem)).not.toContain("1.3");
});

describe("the dry run of the next maintenance run", () => {
  const bodyOf = ({ metadata }: Shoot) => ({ uid: metadata.uid, resourceVersion: metadata.resourceVersion });
  const shootOf = (project: string, name: string) => {
    const shoot = demo.embedded.api.get<Shoot>({ resource: shoots, namespace: `garden-${project}`, name });
    if (shoot === undefined) throw new Error(`the demo has no ${project}/${name}`);
    return shoot;
  };

  test(
    "says what the API server says of the spec that maintenance would write, and writes nothing",
    wholeFleet,
    async () => {
      const verdicts = new Map<string, string>();
      // The number of requests per minute that one user is allowed to make, less those of other tests.
      for (const shoot of allShoots().slice(0, 50)) {
        const response = await demo
          .as("operator")
          .dryRunOfNextRun(projectOf(shoot), shoot.metadata.name, bodyOf(shoot));
        expect(response.status, shoot.metadata.name).toBe(200);
        const answer = nextRunDryRunResponseSchema.parse(await response.json());
        verdicts.set(shoot.metadata.name, answer.verdict);
        if (answer.verdict === "refused") expect(answer.message).toMatch(/\S/);
        if (answer.verdict === "nothing-to-try") expect(answer.steps).toEqual([]);
        else expect(answer.steps.length).toBeGreaterThan(0);
        const { resourceVersion } = shootOf(projectOf(shoot), shoot.metadata.name).metadata;
        expect(resourceVersion).toBe(shoot.metadata.resourceVersion);
      }
      expect(new Set(verdicts.values())).toContain("accepted");
      expect(new Set(verdicts.values())).toContain("nothing-to-try");
    },
  );

  test("tries the very step that the forecast shows first", async () => {
    const shoot = shootOf("payments", "ledger-us");
    const { forecast: told } = await readForecast(demo.as("operator"), "payments", "ledger-us");
    if (told.outcome !== "foreseen") throw new Error(told.outcome);
    const [hop] = told.lanes[0]?.hops ?? [];
    const answer = nextRunDryRunResponseSchema.parse(
      await (await demo.as("operator").dryRunOfNextRun("payments", "ledger-us", bodyOf(shoot))).json(),
    );
    expect(answer.steps).toContainEqual({ lane: { kind: "control-plane" }, from: hop?.from, to: hop?.to });
    const runAt = Date.parse(answer.runAt ?? "");
    expect(runAt).toBeGreaterThanOrEqual(hop?.earliestAt ?? Number.POSITIVE_INFINITY);
    expect(runAt).toBeLessThanOrEqual(hop?.latestAt ?? 0);
  });

  test("is refused on a cluster that has changed since", async () => {
    const shoot = shootOf("payments", "ledger-us");
    const stale = { ...bodyOf(shoot), resourceVersion: "1" };
    expect((await problemIn(await demo.as("operator").dryRunOfNextRun("payments", "ledger-us", stale))).reason).toBe(
      "conflict",
    );
  });

  test("needs the right to change the cluster, and says so", async () => {
    const readable = allShoots().find((shoot) => projectOf(shoot) === "shop");
    if (readable === undefined) throw new Error("the demo has no shop");
    const response = await demo.as("viewer").dryRunOfNextRun("shop", readable.metadata.name, bodyOf(readable));
    expect((await problemIn(response)).reason).toBe("forbidden");
  });
});
