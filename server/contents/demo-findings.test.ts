import { expect, test } from "vitest";
import { POST } from "#app/api/clusters/[project]/[name]/contents/route.ts";
import { workloadAnnotation } from "#garden/gardener/kinds/workload-traits.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloudProfiles, shoots } from "#lib/kube/resource.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { assessReadiness } from "#lib/policy/readiness/assess-readiness.ts";
import type { ContentsFindingId } from "#lib/policy/readiness/contents/contents-facts.ts";
import type { ReadinessFinding } from "#lib/policy/readiness/readiness-finding.ts";
import { contentsResponseSchema } from "#lib/view/readiness/contents-schema.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";

const now = new Date("2026-08-10T09:30:00Z");
const demo = startDemoTestBed({ garden: { now } });

/** A demo cluster for each finding inside a cluster. */
const clusterOfFinding: Readonly<Record<ContentsFindingId, string>> = {
  "removed-api-used": "payments/acquiring",
  "deprecated-api-used": "logistics/customs",
  "budget-impossible": "payments/ledger-us",
  "budget-exhausted": "payments/settlement",
  "budget-not-observed": "platform/docs",
  "several-budgets": "shop/images",
  "pods-without-controller": "shop/preview-apps",
  "pods-with-local-data": "shop/storefront-us",
  "pods-not-safe-to-evict": "shop/storefront-us",
  "pods-waiting": "shop/search",
  "jobs-interrupted": "analytics/reporting",
  "single-replica": "shop/preview-apps",
  "volume-zone-gone": "analytics/notebooks",
  "volume-zone-empty": "sandbox/shaky-floor",
  "volume-local": "analytics/event-stream",
  "webhook-unreachable": "payments/ledger-us",
  "webhook-problematic": "payments/vault",
  "certificates-ending": "shop/loyalty",
  "certificates-ended": "shop/catalogue",
  "api-service-unavailable": "analytics/archive",
  "nodes-not-ready": "shop/images",
  "nodes-under-pressure": "shop/storefront-apac",
  "nodes-cordoned": "logistics/tracking",
};

/** What a look with all rights finds inside a cluster before its next minor version; undefined if it cannot look. */
async function findingsIn(shoot: Shoot): Promise<readonly ReadinessFinding[] | undefined> {
  const { name, namespace = "" } = shoot.metadata;
  const params = { project: namespace.replace("garden-", ""), name };
  const from = shoot.spec.kubernetes.version;
  const to = `1.${Number(from.split(".")[1]) + 1}.0`;
  const body = { to, asAdministrator: true };
  const found = await parseOkResponse(await demo.call(POST, "operator", { params, body }), contentsResponseSchema);
  if (found.state !== "read") return undefined;
  const profile = demo.embedded.api
    .list<CloudProfile>({ resource: cloudProfiles })
    .find(({ metadata }) => metadata.name === shoot.spec.cloudProfile?.name)?.spec;
  const context = { profile, rules: newestRules, view: {}, now: now.getTime(), contents: found.contents };
  const { findings } = assessReadiness(shoot, { from, to, way: "chosen" }, context);
  return findings.filter(({ id }) => id in clusterOfFinding);
}

test.each(Object.entries(clusterOfFinding))("%s is found in %s", async (id, cluster) => {
  const [project = "", name = ""] = cluster.split("/");
  const findings = await findingsIn(demo.shoot(project, name));
  expect(findings?.map((finding) => finding.id)).toContain(id);
});

test("nothing is found inside demo clusters without a peculiar workload, but for Nodes that the garden reports too", async () => {
  const plain = demo.embedded.api
    .list<Shoot>({ resource: shoots })
    .filter(({ metadata }) => metadata.annotations?.[workloadAnnotation] === undefined);
  let looked = 0;
  for (const shoot of plain) {
    const findings = await findingsIn(shoot);
    looked += findings === undefined ? 0 : 1;
    const others = (findings ?? []).filter(({ id }) => id !== "nodes-under-pressure");
    expect([shoot.metadata.name, others.map(({ id }) => id)]).toEqual([shoot.metadata.name, []]);
  }
  expect(looked).toBeGreaterThan(30);
}, 60_000);
