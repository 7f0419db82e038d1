import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { kubernetesRelease, newestGardenerBuild } from "#tools/real-garden/release.ts";
import { moduleFolder } from "./find-tools.ts";

/** Path template of an object's schema, for kubeconform. The core group has no name, so its version is used. */
export const schemaTemplate = "{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json";

const gatewayRelease = "v1.4.1";

const swagger = z.looseObject({
  definitions: z.record(
    z.string(),
    z.looseObject({
      "x-kubernetes-group-version-kind": z
        .array(z.object({ group: z.string(), version: z.string(), kind: z.string() }))
        .optional(),
    }),
  ),
});

const definitionOfKind = z.object({
  kind: z.literal("CustomResourceDefinition"),
  spec: z.object({
    group: z.string(),
    names: z.object({ kind: z.string() }),
    versions: z.array(z.object({ name: z.string(), schema: z.object({ openAPIV3Schema: z.unknown() }) })),
  }),
});

/** Files of the Gateway API and of the Prometheus operator that define their custom resources. */
export async function customResourceFiles(): Promise<readonly string[]> {
  const gateway = path.join(await moduleFolder("sigs.k8s.io/gateway-api", gatewayRelease), "config", "crd", "standard");
  const gardener = await moduleFolder("github.com/gardener/gardener", newestGardenerBuild.version);
  const operator = path.join(gardener, "example", "operator");
  const monitoring = /monitoring\.coreos\.com_(servicemonitors|podmonitors|prometheusrules)\.yaml$/;
  return [
    path.join(gateway, "gateway.networking.k8s.io_httproutes.yaml"),
    ...(await readdir(operator)).filter((name) => monitoring.test(name)).map((name) => path.join(operator, name)),
  ];
}

/**
 * Writes JSON schemas for all kinds of Kubernetes and for the custom resources used by the charts into a folder. The
 * schemas refuse unknown fields and come from Go modules.
 */
export async function writeObjectSchemas(folder: string): Promise<void> {
  const kubernetes = await moduleFolder("k8s.io/kubernetes", kubernetesRelease);
  const text = await readFile(path.join(kubernetes, "api", "openapi-spec", "swagger.json"), "utf8");
  const { definitions } = swagger.parse(JSON.parse(text));
  for (const [name, definition] of Object.entries(definitions)) {
    for (const kind of definition["x-kubernetes-group-version-kind"] ?? []) {
      const reached = reachedFrom(name, definitions);
      const kept = Object.fromEntries([...reached].map((key) => [key, strict(definitions[key])]));
      await write(folder, kind, { ...kept[name], definitions: kept });
    }
  }
  for (const file of await customResourceFiles()) {
    const { spec } = definitionOfKind.parse(parse(await readFile(file, "utf8")));
    for (const { name: version, schema } of spec.versions) {
      const kind = { group: spec.group, version, kind: spec.names.kind };
      await write(folder, kind, withMetadata(strict(schema.openAPIV3Schema)));
    }
  }
}

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

async function write(folder: string, { group, version, kind }: Kind, schema: object): Promise<void> {
  const place = path.join(folder, group === "" ? version : group);
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, `${kind.toLowerCase()}_${version}.json`), JSON.stringify(schema));
}

function reachedFrom(name: string, definitions: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const reached = new Set([name]);
  for (const each of reached) {
    for (const [, target = ""] of JSON.stringify(definitions[each]).matchAll(/"#\/definitions\/([^"]+)"/g)) {
      reached.add(target);
    }
  }
  return reached;
}

/** The schema with `additionalProperties: false` for objects with listed fields. */
function strict(schema: unknown): Record<string, unknown> {
  const walked = walk(schema);
  return isRecord(walked) ? walked : {};
}

function walk(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(walk);
  if (!isRecord(schema)) return schema;
  if (schema.format === "int-or-string" || schema["x-kubernetes-int-or-string"] === true) {
    return { type: ["integer", "string"] };
  }
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, walk(value)]));
  const open = "additionalProperties" in schema || schema["x-kubernetes-preserve-unknown-fields"] === true;
  return isRecord(schema.properties) && !open ? { ...inner, additionalProperties: false } : inner;
}

/** The schema of a custom resource does not describe metadata, which the API server validates. */
function withMetadata(schema: Record<string, unknown>): object {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return { ...schema, properties: { ...properties, metadata: { type: "object" } } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
