import { expect, test } from "vitest";
import { POST as changeRoute, GET as listRoute } from "#app/api/projects/[project]/accounts/route.ts";
import { type AccountChange, accountsSchema } from "#lib/contract/project/accounts.ts";
import { fieldAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { credentialsBindings, type KubeResource, quotas, secrets } from "#lib/kube/resource.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";
import { offeredQuotasOf } from "./account-quotas.ts";

const demo = startDemoTestBed();
const namespace = "garden-sandbox";
const [life, size] = [
  { namespace, name: "trial-lifetime" },
  { namespace, name: "trial" },
];

const list = async (person: string, project: string) =>
  parseOkResponse(await demo.call(listRoute, person, { params: { project } }), accountsSchema);
const change = (body: AccountChange, person = "operator", project = "sandbox") =>
  demo.call(changeRoute, person, { params: { project }, body });
const account = (name: string, chosen: readonly { readonly namespace: string; readonly name: string }[]) => ({
  kind: "create" as const,
  ...{ name, purpose: "infrastructure" as const, type: "hcloud", data: { hcloudToken: "not-a-real-token" } },
  quotas: [...chosen],
});
const stored = (resource: KubeResource, name: string, place = namespace) =>
  demo.embedded.api.get<KubeObject>({ resource, namespace: place, name });

test("the Quotas that a project offers say what they count, limit, and how long clusters live", async () => {
  expect((await list("operator", "sandbox")).offeredQuotas).toEqual({
    quotas: [
      { ...size, scope: "project", limits: expect.arrayContaining([{ metric: "cpu", limit: "200" }]) },
      { ...life, scope: "credentials", lifetimeDays: 14, limits: [] },
    ],
    total: 2,
    isAtLeast: false,
  });
  expect((await list("owner-commerce", "shop")).offeredQuotas).toEqual({ quotas: [], total: 0, isAtLeast: false });
});

test("of very many Quotas 200 are offered, the project's own before the garden's, and all are counted", async () => {
  const quota = (place: string) => (index: number) => ({
    metadata: { namespace: place, name: `quota-${index}` },
    ...{ spec: { scope: { apiVersion: "v1", kind: "Secret" }, metrics: {} } },
  });
  const many = (count: number, of: (index: number) => KubeObject) => Array.from({ length: count }, (_, at) => of(at));
  const found = [...many(9_000, quota("garden")), ...many(150, quota(namespace))];
  const asking = { namespace, signal: AbortSignal.timeout(60_000) };
  const offered = await offeredQuotasOf({ items: found, isCut: true }, [], asking);
  expect(offered).toMatchObject({ total: 9_150, isAtLeast: true });
  expect(offered.quotas.map((each) => each.namespace)).toEqual([
    ...many(150, quota(namespace)).map(() => namespace),
    ...many(50, quota("garden")).map(() => "garden"),
  ]);
});

test("a new account names its Quotas in the garden, and is listed with them; they never change", async () => {
  expect((await change(account("limited", [life, size]))).status).toBe(200);
  expect(fieldAt(stored(credentialsBindings, "limited"), "quotas")).toEqual([life, size]);
  const { accounts } = await list("operator", "sandbox");
  expect(accounts.find(({ name }) => name === "limited")?.quotas).toEqual([
    { name: "trial-lifetime", lifetimeDays: 14 },
    { name: "trial" },
  ]);
  const binding = stored(credentialsBindings, "limited");
  if (binding === undefined) throw new Error("no binding");
  const target = { resource: credentialsBindings, namespace, name: "limited" };
  expect(() => demo.embedded.api.update<KubeObject>(target, { ...binding, ...{ quotas: [life] } })).toThrow(
    "field is immutable",
  );
});

test("a workload identity names its Quotas, too", async () => {
  const config = { roleARN: "arn:aws:iam::123456789012:role/gardener" };
  const identity = { kind: "create-identity" as const, name: "trusted", type: "aws", audiences: ["a"], config };
  expect((await change({ ...identity, quotas: [life] })).status).toBe(200);
  expect(fieldAt(stored(credentialsBindings, "trusted"), "quotas")).toEqual([life]);
});

test("Quotas that the garden would refuse stand beside their place, and no Secret is left", async () => {
  demo.embedded.api.create<KubeObject>(
    { resource: quotas, namespace },
    {
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "Quota",
      metadata: { name: "second" },
      ...{ spec: { scope: { apiVersion: "v1", kind: "Secret" }, metrics: {} } },
    },
  );
  const second = { namespace, name: "second" };
  const faultsOf = async (chosen: readonly (typeof life)[], person = "operator", project = "sandbox") => {
    const { status, causes = [] } = await problemIn(await change(account("refused", chosen), person, project));
    return [status, causes.map(({ field }) => field)];
  };
  expect(await faultsOf([life, size, second])).toEqual([400, ["quotas[2]"]]);
  expect(await faultsOf([{ namespace, name: "gone" }])).toEqual([400, ["quotas[0]"]]);
  expect(await faultsOf([{ namespace: "../secrets", name: "x" }])).toEqual([400, ["quotas[0]"]]);
  // Quotas of another project are not readable for the owner of this one.
  expect(await faultsOf([life], "owner-commerce", "shop")).toEqual([400, ["quotas[0]"]]);
  expect(stored(secrets, "refused")).toBeUndefined();
  expect(stored(secrets, "refused", "garden-shop")).toBeUndefined();
});
