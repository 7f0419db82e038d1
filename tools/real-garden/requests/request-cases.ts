import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenRequest } from "../garden-access.ts";
import { generatePreviewCases } from "../preview-cases.ts";

/** A request that is sent to both gardens. */
export interface RequestCase {
  readonly area: string;
  /** Description of the request, independent of the cluster. */
  readonly name: string;
  /** `namespace/name` of the Shoot. */
  readonly cluster: string;
  /** Name of a demo user. */
  readonly person: string;
  readonly request: GardenRequest;
  /** Path of the object whose change is compared. */
  readonly object?: string;
}

const core = "/apis/core.gardener.cloud/v1beta1";
const security = "/apis/security.gardener.cloud/v1alpha1";
const dryRun = "dryRun=All";

function shootPath({ metadata }: Shoot): string {
  return `${core}/namespaces/${metadata.namespace}/shoots/${metadata.name}`;
}

export function shootPathOf({ metadata }: Shoot): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** All test requests about one Shoot. */
export function requestCasesOf(shoot: Shoot, profile: CloudProfileSpec): readonly RequestCase[] {
  return [...changeCases(shoot, profile), ...protocolCases(shoot)];
}

/** The requests of all actions that Almanac previews. */
function changeCases(shoot: Shoot, profile: CloudProfileSpec): readonly RequestCase[] {
  const path = shootPath(shoot);
  return generatePreviewCases(shoot, profile).flatMap(({ area, name, act }) => {
    if (act.kind !== "change") return [];
    const request = { method: "PATCH", path: `${path}?${dryRun}`, body: act.patch };
    return [{ area, name, cluster: shootPathOf(shoot), person: "operator", request, object: path }];
  });
}

/** Requests about one Shoot that Almanac never sends: other methods, invalid bodies, users without permissions. */
function protocolCases(shoot: Shoot): readonly RequestCase[] {
  const path = shootPath(shoot);
  const { name = "", namespace = "" } = shoot.metadata;
  const patch = (title: string, body: unknown, contentType?: string): RequestCase => ({
    area: "protocol",
    name: title,
    cluster: shootPathOf(shoot),
    person: "operator",
    request: { method: "PATCH", path: `${path}?${dryRun}`, body, ...(contentType !== undefined && { contentType }) },
    object: path,
  });
  const as = (person: string, method: string, target: string, body?: unknown): RequestCase => ({
    area: "rights",
    name: `${person} ${method} ${target.replace(namespace, "{namespace}").replace(`shoots/${name}`, "shoots/{name}")}`,
    cluster: shootPathOf(shoot),
    person,
    request: { method, path: target, ...(body !== undefined && { body }) },
  });
  const jsonPatch = "application/json-patch+json";
  const people = ["operator", "owner-commerce", "owner-data", "viewer", "stranger"];
  const label = { metadata: { labels: { tier: "front" } } };
  return [
    patch("nothing", {}),
    patch("label", label),
    patch("label of nobody", { metadata: { labels: { "a b": "front" } } }),
    patch("annotation", { metadata: { annotations: { note: "x" } } }),
    patch("operation of nobody", { metadata: { annotations: { "gardener.cloud/operation": "dance" } } }),
    patch("finalizer gone", { metadata: { finalizers: null } }),
    patch("other name", { metadata: { name: "other" } }),
    patch("other uid", { metadata: { uid: "00000000-0000-0000-0000-000000000000" } }),
    patch("old version", { metadata: { resourceVersion: "1" } }),
    patch("no spec", { spec: null }),
    patch("spec a word", { spec: "x" }),
    patch("version a number", { spec: { kubernetes: { version: 1 } } }),
    patch("unknown field", { spec: { nobody: true } }),
    patch("broken", "{", "application/merge-patch+json"),
    patch("list", "[]", "application/merge-patch+json"),
    patch("type of nobody", {}, "text/plain"),
    patch("strategic", label, "application/strategic-merge-patch+json"),
    patch("add", [{ op: "add", path: "/metadata/labels/tier", value: "front" }], jsonPatch),
    patch("test that fails", [{ op: "test", path: "/spec/region", value: "nowhere" }], jsonPatch),
    patch("remove nothing", [{ op: "remove", path: "/spec/nobody" }], jsonPatch),
    ...people.flatMap((person) => [
      as(person, "GET", path),
      as(person, "PATCH", `${path}?${dryRun}`, label),
      as(person, "DELETE", `${path}?${dryRun}`),
      as(person, "GET", `${core}/namespaces/${namespace}/shoots?limit=1`),
      as(person, "GET", `${core}/shoots?limit=1`),
      as(person, "GET", `${core}/cloudprofiles?limit=1`),
      as(person, "GET", `${core}/seeds?limit=1`),
      as(person, "GET", `${core}/projects?limit=1`),
      as(person, "GET", `${security}/namespaces/${namespace}/credentialsbindings?limit=1`),
      as(person, "GET", `/api/v1/namespaces/${namespace}/secrets?limit=1`),
      as(person, "GET", `/api/v1/namespaces/${namespace}/configmaps?limit=1`),
      as(person, "GET", "/api/v1/nodes?limit=1"),
      as(person, "GET", `${core}/namespaces/${namespace}/shoots/nobody`),
    ]),
  ];
}
