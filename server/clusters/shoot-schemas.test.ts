import { expect, test } from "vitest";
import { GET as getSchema } from "#app/api/shoot-schema/route.ts";
import { shootSchemaResponseSchema } from "#lib/contract/shoot-schema.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { createShootSchemas } from "./shoot-schemas.ts";

const demo = startDemoTestBed();

test("the garden's schema of a Shoot comes with types and descriptions, and is not large", async () => {
  const response = await demo.call(getSchema, "owner-commerce");
  const text = await response.text();
  const answer = shootSchemaResponseSchema.parse(JSON.parse(text));
  if (!answer.known) throw new Error(answer.reason);
  expect(answer.spec.fields?.kubernetes?.fields?.version?.type).toBe("string");
  expect(answer.spec.fields?.provider?.fields?.workers?.items?.fields?.minimum?.type).toBe("integer");
  expect(answer.spec.fields?.maintenance?.description).toMatch(/Gardener/);
  expect(text.length).toBeLessThan(200_000);
});

const gardenUrl = "/openapi/v3/apis/core.gardener.cloud/v1beta1?hash=";
const document = {
  components: {
    schemas: {
      "x.v1beta1.Shoot": { properties: { spec: { type: "object", properties: { purpose: { type: "string" } } } } },
    },
  },
};

/** A fake garden that counts requests; if `hash` is undefined, it has no OpenAPI document for Shoots. */
function garden(state: { hash: string | undefined; document: unknown }) {
  const read: string[] = [];
  const raw = async (segments: readonly string[]) => {
    read.push(segments.join("/"));
    if (segments.length > 2) return { body: state.document, warnings: [] };
    const paths = { "apis/core.gardener.cloud/v1beta1": { serverRelativeURL: `${gardenUrl}${state.hash}` } };
    return { body: { paths: state.hash === undefined ? {} : paths }, warnings: [] };
  };
  return { read, schemas: createShootSchemas({ withToken: () => ({ raw }), now: () => 0 }) };
}

const signal = new AbortController().signal;

test("the document is read once for each hash of the index", async () => {
  const state = { hash: "A", document };
  const { read, schemas } = garden(state);
  await Promise.all([schemas.read("one", signal), schemas.read("two", signal)]);
  expect(await schemas.read("one", signal)).toMatchObject({ known: true });
  const documents = () => read.filter((path) => path.includes("apis")).length;
  expect(documents()).toBe(1);
  state.hash = "B";
  await schemas.read("one", signal);
  expect(documents()).toBe(2);
});

test.each([
  ["has no OpenAPI of Shoots", { hash: undefined, document }, /serves no OpenAPI/],
  ["describes something else", { hash: "A", document: {} }, /does not say what a Shoot is/],
])("a garden that %s is told as such", async (_case, state, reason) => {
  expect(await garden(state).schemas.read("one", signal)).toEqual({
    known: false,
    reason: expect.stringMatching(reason),
  });
});

test("who may not read the index learns that, and nothing of what others have read", async () => {
  const error = new GardenError({ reason: "forbidden", message: "no" });
  const { schemas } = garden({ hash: "A", document });
  const refused = createShootSchemas({ withToken: () => ({ raw: () => Promise.reject(error) }), now: () => 0 });
  expect(await schemas.read("one", signal)).toMatchObject({ known: true });
  expect(await refused.read("two", signal)).toMatchObject({ known: false });
});

test("a garden that cannot be reached is a failure, not a garden without a schema", async () => {
  const error = new GardenError({ reason: "unreachable", message: "gone" });
  const schemas = createShootSchemas({ withToken: () => ({ raw: () => Promise.reject(error) }), now: () => 0 });
  await expect(schemas.read("one", signal)).rejects.toBe(error);
});
