import { expect, test } from "vitest";
import { type ActPreview, actPreviewSchema } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { triesAllCases } from "#lib/testing/case-count.fixture.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { type Browser, signInAs } from "#server/testing/browser.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { previewAct } from "./preview-act.ts";

const demo = startDemoTestBed();

const projectOf = ({ metadata }: Shoot) => (metadata.namespace ?? "").replace(/^garden-/, "");

async function previewOf(browser: Browser, shoot: Shoot, act: unknown): Promise<ActPreview> {
  const response = await browser.preview(projectOf(shoot), shoot.metadata.name, act);
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return actPreviewSchema.parse(body);
}

test("the dry run waits for nothing but the cluster itself", async () => {
  const { app, embedded } = demo;
  const { promise: tried, resolve: sayTried } = Promise.withResolvers<void>();
  const withToken = (token: string): GardenClient => {
    const client = app.withToken(token);
    return {
      ...client,
      get: async (target, options) => {
        if (target.resource !== shoots) await tried;
        return client.get(target, options);
      },
      patch: (target, body, options) => {
        sayTried();
        return client.patch(target, body, options);
      },
    };
  };
  const preview = await previewAct(
    { ...app, withToken },
    {
      token: embedded.identities.find(({ name }) => name === "operator")?.token ?? "",
      cluster: { project: "analytics", name: "archive" },
      act: { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: true } } } },
      signal: AbortSignal.timeout(20_000),
    },
  );
  expect(preview.dryRun.verdict).toBe("accepted");
});

const acts = [
  { kind: "operation", id: "reconcile", when: "now" },
  { kind: "operation", id: "maintain", when: "now" },
  { kind: "operation", id: "rotate-credentials-start", when: "now" },
  { kind: "operation", id: "rotate-ssh-keypair", when: "in-window" },
  { kind: "change", about: "kubernetes-version", patch: { spec: { kubernetes: { version: "1.34.3" } } } },
  { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: true } } } },
  { kind: "delete" },
  { kind: "force-delete" },
  { kind: "unschedule", operation: "reconcile" },
];

test("acts on every cluster of the demo have a preview, and none of them writes", {
  timeout: 120_000,
}, async () => {
  const all = demo.embedded.api.list<Shoot>({ resource: shoots });
  expect(all.length).toBeGreaterThan(60);
  for (const [turn, act] of acts.entries()) {
    // Uses a separate session, because the number of requests per session is limited.
    const browser = await signInAs("operator");
    // `npm test` tries every third act on a cluster, each cluster with others.
    for (const shoot of all.filter((_, index) => triesAllCases || index % 3 === turn % 3)) {
      const { uid, resourceVersion } = await previewOf(browser, shoot, act);
      const { metadata } = shoot;
      expect({ uid, resourceVersion }).toEqual({ uid: metadata.uid, resourceVersion: metadata.resourceVersion });
    }
    browser.close();
  }
  const versions = (list: readonly Shoot[]) => list.map(({ metadata }) => metadata.resourceVersion);
  expect(versions(demo.embedded.api.list<Shoot>({ resource: shoots }))).toEqual(versions(all));
});
