import "server-only";
import { coreDefinitions } from "./core-resources.ts";
import { gardenDefinitions } from "./garden-resources.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import { reviewDefinitions } from "./review-resources.ts";

export const definitions: readonly ResourceDefinition[] = [
  ...coreDefinitions,
  ...gardenDefinitions,
  ...reviewDefinitions,
];

const byPath = new Map(definitions.map((definition) => [pathOf(definition.resource), definition]));

/** The definition of a resource of a group and version; undefined where the server has none. */
export function findDefinition(group: string, version: string, plural: string): ResourceDefinition | undefined {
  return byPath.get(pathOf({ group, version, plural }));
}

/** The definition of a kind that an object names. */
export function definitionOfKind(
  apiVersion: string | undefined,
  kind: string | undefined,
): ResourceDefinition | undefined {
  return definitions.find(({ resource }) => {
    const own = resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
    return own === apiVersion && resource.kind === kind;
  });
}

function pathOf({
  group,
  version,
  plural,
}: {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}): string {
  return `${group}/${version}/${plural}`;
}

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly definitions: readonly ResourceDefinition[];
}

/** Every group version, the core group first. */
export const groupVersions: readonly GroupVersion[] = [
  ...Map.groupBy(definitions, ({ resource }) => `${resource.group}/${resource.version}`).values(),
].flatMap((members) => {
  const [first] = members;
  return first === undefined
    ? []
    : [{ group: first.resource.group, version: first.resource.version, definitions: members }];
});
