import { describe, expect, test } from "vitest";
import { parameterlessActs } from "#lib/act/acts-at-once.ts";
import { type Act, type ActPreview, actPreviewSchema } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { credentialsBindings, secretBindings, secrets, shoots } from "#lib/kube/resource.ts";
import type { Browser } from "#server/testing/browser.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

// The clock stands still, so that only requests change objects. Each test changes its own clusters.
const demo = startDemoTestBed({ garden: { speed: 0 }, people: ["operator", "owner-commerce", "viewer"] });

const { act: move } = parameterlessActs["migrate-binding"];
const projectOf = ({ metadata }: Shoot) => (metadata.namespace ?? "").replace(/^garden-/, "");
const specOf = ({ metadata: { name, namespace = "" } }: Shoot) =>
  demo.embedded.api.get<Shoot>({ resource: shoots, namespace, name })?.spec;
const bindingOf = (namespace: string, name: string) =>
  demo.embedded.api.get({ resource: credentialsBindings, namespace, name });

async function previewOf(browser: Browser, shoot: Shoot, act: Act = move): Promise<ActPreview> {
  const response = await browser.preview(projectOf(shoot), shoot.metadata.name, act);
  expect(response.status).toBe(200);
  return actPreviewSchema.parse(await response.json());
}

function confirm(browser: Browser, shoot: Shoot, { uid, resourceVersion, hash }: ActPreview, act: Act = move) {
  return browser.operate(projectOf(shoot), shoot.metadata.name, { act, uid, resourceVersion, previewHash: hash });
}

describe("the move from a SecretBinding to a CredentialsBinding", () => {
  test("uses the one that exists: one change, no node, a tick that there is no way back, and then there is none", async () => {
    const shoot = demo.shoot("payments", "ledger-us");
    const name = shoot.spec.secretBindingName ?? "";
    const preview = await previewOf(demo.as("owner-commerce"), shoot);
    const spec = { credentialsBindingName: name, secretBindingName: null };
    expect(preview).toMatchObject({
      decision: "allow",
      dryRun: { verdict: "accepted" },
      request: [{ verb: "patch", body: { spec } }],
      friction: { tier: "dialog", consequences: [{ id: "no-secret-binding-again" }] },
    });
    expect(preview.sentence).toBe(
      `Move from the SecretBinding ${name} to the CredentialsBinding ${name} now; no node is touched.`,
    );
    expect(new Set(preview.pools.map(({ effect }) => effect))).toEqual(new Set(["none"]));
    expect(specOf(shoot)?.secretBindingName).toBe(name);
    expect((await confirm(demo.as("owner-commerce"), shoot, preview)).status).toBe(202);
    expect(specOf(shoot)).toMatchObject({ credentialsBindingName: name });
    expect(specOf(shoot)?.secretBindingName).toBeUndefined();

    expect(await previewOf(demo.as("owner-commerce"), shoot)).toMatchObject({
      decision: "deny",
      reasons: [{ id: "no-secret-binding" }],
    });
    const back = { spec: { credentialsBindingName: null, secretBindingName: name } };
    const refused = await previewOf(demo.as("owner-commerce"), shoot, {
      kind: "change",
      about: "manifest",
      patch: back,
    });
    expect(refused).toMatchObject({ decision: "deny", dryRun: { verdict: "refused" } });
  });

  test("creates one first where none leads to the Secret, and the next cluster then uses it", async () => {
    const [first, second] = [demo.shoot("logistics", "port-hamburg"), demo.shoot("logistics", "port-bremen")];
    const { namespace = "" } = first.metadata;
    const name = first.spec.secretBindingName ?? "";
    const [preview, early] = [
      await previewOf(demo.as("operator"), first),
      await previewOf(demo.as("operator"), second),
    ];
    expect(preview).toMatchObject({
      decision: "allow",
      dryRun: { verdict: "accepted", message: expect.stringContaining("before it exists") },
    });
    expect(preview.request.map(({ verb }) => verb)).toEqual(["create", "patch"]);
    expect(preview.sentence).toContain(
      `CredentialsBinding ${name} is created first, for the same Secret ${namespace}/`,
    );
    expect(bindingOf(namespace, name)).toBeUndefined();
    expect((await confirm(demo.as("operator"), first, preview)).status).toBe(202);
    const secretRef = { name, namespace };
    expect(demo.embedded.api.get({ resource: secretBindings, namespace, name })).toMatchObject({ secretRef });
    expect(bindingOf(namespace, name)).toMatchObject({ credentialsRef: { kind: "Secret", ...secretRef } });
    expect(specOf(first)?.credentialsBindingName).toBe(name);

    // What was shown for the second cluster is no longer what would be sent.
    const stale = await problemIn(await confirm(demo.as("operator"), second, early));
    expect(stale).toMatchObject({ status: 409, reason: "conflict" });
    const late = await previewOf(demo.as("operator"), second);
    expect(late.request.map(({ verb }) => verb)).toEqual(["patch"]);
    expect((await confirm(demo.as("operator"), second, late)).status).toBe(202);
    expect(specOf(second)?.credentialsBindingName).toBe(name);
  });

  test("is refused by the garden to a CredentialsBinding of another Secret, and the cluster stays as it is", async () => {
    const shoot = demo.shoot("logistics", "customs");
    const { namespace = "" } = shoot.metadata;
    const account = shoot.spec.secretBindingName ?? "";
    const metadata = { name: "elsewhere", namespace };
    const secret = demo.embedded.api.get({ resource: secrets, namespace, name: account });
    demo.embedded.api.create({ resource: secrets, namespace }, { ...secret, metadata });
    const credentialsRef = { apiVersion: "v1", kind: "Secret", ...metadata };
    const binding = { ...bindingOf(namespace, account), metadata, credentialsRef };
    demo.embedded.api.create({ resource: credentialsBindings, namespace }, binding);
    const patch = { spec: { credentialsBindingName: "elsewhere", secretBindingName: null } };
    const act: Act = { kind: "change", about: "manifest", patch };
    const preview = await previewOf(demo.as("operator"), shoot, act);
    expect(preview).toMatchObject({
      decision: "deny",
      reasons: [{ id: "BINDING_OF_OTHER_SECRET" }],
      dryRun: { verdict: "refused", message: expect.stringContaining("referenced Secret") },
    });
    const problem = await problemIn(await confirm(demo.as("operator"), shoot, preview, act));
    expect(problem).toMatchObject({ status: 422, reason: "refused-by-garden" });
    expect(specOf(shoot)?.secretBindingName).toBe(shoot.spec.secretBindingName);
  });

  test("comes before an update to Kubernetes 1.34, which the garden refuses with a SecretBinding", async () => {
    const shoot = demo.shoot("platform", "observability");
    const act: Act = {
      kind: "change",
      about: "kubernetes-version",
      patch: { spec: { kubernetes: { version: "1.34.9" } } },
    };
    const preview = await previewOf(demo.as("operator"), shoot, act);
    expect(preview).toMatchObject({ decision: "deny", dryRun: { verdict: "refused" } });
    expect(preview.dryRun.causes.map(({ field }) => field)).toContain("spec.secretBindingName");
  });

  test("is nothing for who may only look", async () => {
    const shoot = demo.shoot("platform", "observability");
    const preview = await previewOf(demo.as("viewer"), shoot);
    expect(preview).toMatchObject({ decision: "deny", dryRun: { verdict: "not-run" } });
    const problem = await problemIn(await confirm(demo.as("viewer"), shoot, preview));
    expect(problem.status).toBe(403);
    expect(specOf(shoot)?.secretBindingName).toBe(shoot.spec.secretBindingName);
  });
});
