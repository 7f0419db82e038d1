import "server-only";
import { gardenDefinitions } from "../../gardener/resources/garden-resources.ts";
import { coreDefinitions } from "../core/core-resources.ts";
import { reviewDefinitions } from "../core/review-resources.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

export const definitions: readonly ResourceDefinition[] = [
  ...coreDefinitions,
  ...gardenDefinitions,
  ...reviewDefinitions,
];

/** The definition of a resource of a group and version; undefined where the server has none. */
export type DefinitionFinder = (group: string, version: string, plural: string) => ResourceDefinition | undefined;

export const findDefinition: DefinitionFinder = finderOf(definitions);

export function finderOf(members: readonly ResourceDefinition[]): DefinitionFinder {
  const byPath = new Map(members.map((definition) => [pathOf(definition.resource), definition]));
  return (group, version, plural) => byPath.get(pathOf({ group, version, plural }));
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
export const groupVersions: readonly GroupVersion[] = groupVersionsOf(definitions);

export function groupVersionsOf(all: readonly ResourceDefinition[]): readonly GroupVersion[] {
  return [...Map.groupBy(all, ({ resource }) => `${resource.group}/${resource.version}`).values()].flatMap(
    (members) => {
      const [first] = members;
      return first === undefined
        ? []
        : [{ group: first.resource.group, version: first.resource.version, definitions: members }];
    },
  );
}
