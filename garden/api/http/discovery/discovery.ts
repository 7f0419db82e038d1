import "server-only";
import type { KubeResource } from "#lib/kube/resource.ts";
import {
  apiVersionOf,
  type ResourceDefinition,
  subresourceVerbs,
  verbsOf,
} from "../../registry/resource-definition.ts";
import type { GroupVersion } from "../../registry/resource-registry.ts";
import { parseAccept } from "../exchange/media-type.ts";

/** A discovery response with its content type. */
export interface DiscoveryResponse {
  readonly contentType: string;
  readonly body: object;
}

const json = "application/json";
const isCore = ({ group }: GroupVersion): boolean => group === "";
const isNamed = ({ group }: GroupVersion): boolean => group !== "";

/** GET /api and /apis: aggregated discovery in the newest version the client accepts, otherwise the plain lists. */
export function discoverApiRoot(
  root: "api" | "apis",
  accept: string | undefined,
  served: readonly GroupVersion[],
): DiscoveryResponse {
  for (const { type, parameters } of parseAccept(accept)) {
    if (type !== json) continue;
    if (parameters.g === "apidiscovery.k8s.io" && (parameters.v === "v2" || parameters.v === "v2beta1")) {
      return aggregated(served.filter(root === "api" ? isCore : isNamed), parameters.v);
    }
    if (parameters.as === undefined) break;
  }
  return { contentType: json, body: root === "api" ? apiVersions() : apiGroupList(served) };
}

function aggregated(members: readonly GroupVersion[], version: string): DiscoveryResponse {
  const groups = Map.groupBy(members, ({ group }) => group);
  return {
    contentType: `${json};g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
    body: {
      kind: "APIGroupDiscoveryList",
      apiVersion: `apidiscovery.k8s.io/${version}`,
      metadata: {},
      items: [...groups].map(([group, versions]) => ({
        metadata: group === "" ? { creationTimestamp: null } : { name: group, creationTimestamp: null },
        versions: versions.map((member) => ({
          version: member.version,
          freshness: "Current",
          resources: member.definitions.map(aggregatedResource),
        })),
      })),
    },
  };
}

function aggregatedResource(definition: ResourceDefinition): object {
  const { resource, singular, shortNames, categories, subresources } = definition;
  return {
    resource: resource.plural,
    responseKind: responseKind(resource),
    scope: resource.namespaced ? "Namespaced" : "Cluster",
    singularResource: singular,
    verbs: verbsOf(definition),
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(subresources.length > 0 && {
      subresources: subresources.map((subresource) => ({
        subresource,
        responseKind: responseKind(subresourceKind(definition, subresource)),
        verbs: subresourceVerbs(subresource),
      })),
    }),
  };
}

function subresourceKind({ resource, requestKinds }: ResourceDefinition, subresource: string): KubeResource {
  return requestKinds[subresource] ?? resource;
}

function responseKind({ group, version, kind }: KubeResource): object {
  return { group, version, kind };
}

function apiVersions(): object {
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: "127.0.0.1" }],
  };
}

function apiGroup(group: string, members: readonly GroupVersion[]): object {
  const versions = members.map(({ version }) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions, preferredVersion: versions[0] };
}

function apiGroupList(served: readonly GroupVersion[]): object {
  const groups = Map.groupBy(served.filter(isNamed), ({ group }) => group);
  return {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: [...groups].map(([group, members]) => apiGroup(group, members)),
  };
}

/** GET /apis/<group>; undefined for an unknown group. */
export function discoverGroup(group: string, served: readonly GroupVersion[]): object | undefined {
  const members = served.filter((member) => isNamed(member) && member.group === group);
  return members.length === 0 ? undefined : { kind: "APIGroup", apiVersion: "v1", ...apiGroup(group, members) };
}

/** Answers GET /api/v1 and GET /apis/<group>/<version>; undefined for an unknown group or version. */
export function discoverResources(group: string, version: string, served: readonly GroupVersion[]): object | undefined {
  const member = served.find((candidate) => candidate.group === group && candidate.version === version);
  if (member === undefined) return undefined;
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: apiVersionOf({ group, version }),
    resources: member.definitions.flatMap(legacyResources),
  };
}

function legacyResources(definition: ResourceDefinition): readonly object[] {
  const { resource, singular, shortNames, categories, subresources } = definition;
  const own = {
    name: resource.plural,
    singularName: singular,
    namespaced: resource.namespaced,
    kind: resource.kind,
    verbs: verbsOf(definition),
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  };
  return [
    own,
    ...subresources.map((subresource) => ({
      name: `${resource.plural}/${subresource}`,
      singularName: "",
      namespaced: resource.namespaced,
      ...subresourceKindOf(definition, subresource),
      verbs: subresourceVerbs(subresource),
    })),
  ];
}

/** Includes the group and version of a resource only if they differ from those of the resource list. */
function subresourceKindOf(definition: ResourceDefinition, subresource: string): object {
  const { group, version, kind } = subresourceKind(definition, subresource);
  return group === definition.resource.group ? { kind } : { group, version, kind };
}
