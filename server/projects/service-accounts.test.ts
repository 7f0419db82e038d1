import { describe, expect, test } from "vitest";
import { POST as kubeconfigRoute } from "#app/api/projects/[project]/service-accounts/kubeconfig/route.ts";
import { POST as changeRoute, GET as listRoute } from "#app/api/projects/[project]/service-accounts/route.ts";
import {
  type ServiceAccountChange,
  serviceAccountKubeconfigSchema,
  serviceAccountsSchema,
} from "#lib/contract/project/service-accounts.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { projects, serviceAccounts } from "#lib/kube/resource.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden } from "#server/testing/embedded-garden.ts";
import { problemIn, startRouteTestBed } from "#server/testing/route-test-bed.ts";

// The clock stands still, so that only requests change objects.
const demo = startDemoTestBed({ garden: { speed: 0 } });

const params = { project: "shop" };
const ask = (person: string) => demo.call(listRoute, person, { params });
const list = async (person = "owner-commerce") => parseOkResponse(await ask(person), serviceAccountsSchema);
const change = (body: ServiceAccountChange, person = "owner-commerce") =>
  demo.call(changeRoute, person, { params, body });
const kubeconfig = (name: string, person = "owner-commerce") =>
  demo.call(kubeconfigRoute, person, { params, body: { name, expirationSeconds: 86_400 } });
const stored = (name: string) =>
  demo.embedded.api.get<KubeObject>({ resource: serviceAccounts, namespace: "garden-shop", name });

describe("service accounts", () => {
  test("are created with their description and who made them, and described anew", async () => {
    expect((await change({ kind: "create", name: "pipeline", description: "Builds" })).status).toBe(200);
    const found = (await list()).accounts.find(({ name }) => name === "pipeline");
    expect(found).toMatchObject({ description: "Builds", createdBy: "ravi.menon@harborline.example", roles: [] });
    await change({ kind: "describe", name: "pipeline", description: "" });
    expect((await list()).accounts.find(({ name }) => name === "pipeline")).not.toHaveProperty("description");
    expect((await problemIn(await change({ kind: "create", name: "pipeline" }))).reason).toBe("conflict");
  });

  test("are listed with their roles, also members without an account", async () => {
    const target = { resource: projects, name: "shop" };
    const spec = demo.embedded.api.get<KubeObject & { spec: { members: object[] } }>(target)?.spec;
    const member = { kind: "ServiceAccount", name: "orphan", namespace: "garden-shop", role: "viewer" };
    demo.embedded.api.patch(target, { spec: { members: [...(spec?.members ?? []), member] } });
    await expect
      .poll(async () => (await list()).accounts.find(({ name }) => name === "orphan"))
      .toEqual({ name: "orphan", roles: ["viewer"] });
  });

  test("are created anew by a reset, with what they say of themselves, and another one of the name is left alone", async () => {
    await change({ kind: "create", name: "robot", description: "Deploys" });
    const before = stored("robot")?.metadata;
    expect((await change({ kind: "reset", name: "robot", uid: "another" })).status).toBe(409);
    expect((await change({ kind: "reset", name: "robot", uid: before?.uid ?? "" })).status).toBe(200);
    expect(stored("robot")?.metadata.uid).not.toBe(before?.uid);
    expect(stored("robot")?.metadata.annotations).toEqual(before?.annotations);
  });

  test("are for who may: a viewer reads them only, and a stranger does not learn of the project", async () => {
    expect((await list("viewer")).rights).toMatchObject({ create: false, delete: false, requestToken: false });
    expect((await change({ kind: "create", name: "mine" }, "viewer")).status).toBe(403);
    expect((await kubeconfig("default", "viewer")).status).toBe(403);
    expect([(await ask("stranger")).status, (await kubeconfig("default", "stranger")).status]).toEqual([404, 404]);
  });
});

describe("a kubeconfig for a service account", () => {
  test("is never stored, never logged, and says when it expires", async () => {
    const response = await kubeconfig("default");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { text, expiresAt } = await parseOkResponse(response, serviceAccountKubeconfigSchema);
    const remainingMs = Date.parse(expiresAt ?? "") - demo.app.now();
    expect(remainingMs).toBeGreaterThan(0);
    expect(remainingMs).toBeLessThanOrEqual(86_400_000);
    const token = /token: (\S+)/.exec(text)?.[1] ?? "";
    expect(token.length).toBeGreaterThan(20);
    expect(demo.log.join("\n")).not.toContain(token);
  });

  test("is refused in read-only mode, because the account is there to act", async () => {
    const readOnly = await startRouteTestBed({
      found: connectEmbeddedGarden(demo.embedded),
      env: { READ_ONLY: "true" },
    });
    const body = { name: "default", expirationSeconds: 86_400 };
    const refused = await demo.call(kubeconfigRoute, "owner-commerce", { params, body, app: readOnly.app });
    expect(await problemIn(refused)).toMatchObject({ status: 403, reason: "read-only" });
    await readOnly.stop();
  });
});
