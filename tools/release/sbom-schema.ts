import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { isRecord } from "#lib/kube/wire.ts";

const folder = path.join(import.meta.dirname, "schema");
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), "utf8"));

/**
 * CycloneDX's own schema of version 1.5, as a schema of ours. Three things are put in other words first, since the
 * translator reads one file, types, and `required` beside the properties that it is about: what other files define (the
 * licences of SPDX; signatures, which ours has none of), objects that are not called so, and choices between what is
 * required.
 */
export function sbomSchema(): z.ZodType {
  const spdx = z.object({ enum: z.array(z.string()) }).parse(read("spdx.schema.json"));
  const text = JSON.stringify(read("bom-1.5.schema.json"), (key, value: unknown) =>
    // What lies below is names and their schemas, and one of the names may be anything.
    key === "properties" ? value : spelledOut(value),
  );
  const schema = z.looseObject({ definitions: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text));
  const definitions = { ...schema.definitions, spdx: { type: "string", enum: spdx.enum }, signature: { not: {} } };
  return z.fromJSONSchema({ ...schema, definitions });
}

const elsewhere: Readonly<Record<string, string>> = {
  "spdx.SNAPSHOT.schema.json": "#/definitions/spdx",
  "jsf-0.82.SNAPSHOT.schema.json#/definitions/signature": "#/definitions/signature",
};

const choiceSchema = z.array(z.strictObject({ required: z.array(z.string()) }));

function spelledOut(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { $ref, oneOf, anyOf, ...others } = value;
  if (typeof $ref === "string" && elsewhere[$ref] !== undefined) return { ...value, $ref: elsewhere[$ref] };
  // What has properties is an object, also where nobody says so.
  const rest = others.properties === undefined ? others : { type: "object", ...others };
  const choice = choiceSchema.safeParse(oneOf ?? anyOf);
  if (!choice.success || rest.properties === undefined) return { ...value, ...rest };
  const always = z.array(z.string()).default([]).parse(rest.required);
  const spelled = choice.data.map(({ required }) => ({ ...rest, required: [...always, ...required] }));
  return oneOf === undefined ? { anyOf: spelled } : { oneOf: spelled };
}
