import "server-only";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import {
  defineConfigVariable,
  listBrokenConfigRules,
  type ParsedVariables,
  splitList,
  textVariable,
} from "./config-variable.ts";

/** Where the operator's document for all users is: the `frontend-config.yaml` of Gardener's dashboard. */
export interface OperatorDocumentLocation {
  /** File by name of the garden; by the empty name for all gardens. */
  readonly files: ReadonlyMap<string, string>;
  /** ConfigMap in the garden that holds the document; absent unless configured. */
  readonly configMap: { readonly namespace: string; readonly name: string } | undefined;
}

/** Environment variables for the operator's document. */
export const landscapeSchemas = {
  FRONTEND_CONFIG_FILE: defineConfigVariable(
    textVariable.transform((given) =>
      splitList(given).map((entry) => {
        const [, garden = "", path = entry] = /^([a-z0-9-]+)=(.*)$/.exec(entry) ?? [];
        return { garden, path };
      }),
    ),
    "",
    "Texts, links and defaults of the operator: a `frontend-config.yaml`; with GARDENS also `name=file, …`.",
  ),
  FRONTEND_CONFIG_MAP: defineConfigVariable(
    textVariable.refine(isConfigMapName, "must be namespace/name of a ConfigMap"),
    "",
    "The same from a ConfigMap of the garden, `namespace/name`, read with Almanac's own credential.",
  ),
};

type LandscapeVariables = ParsedVariables<typeof landscapeSchemas>;

function isConfigMapName(given: string): boolean {
  if (given === "") return true;
  const [namespace = "", name = "", ...others] = given.split("/");
  return others.length === 0 && isDns1123Label(namespace) && isDns1123Subdomain(name);
}

/** @param gardens names of the configured gardens; empty with a single garden */
export function validateOperatorDocumentLocation(
  given: LandscapeVariables,
  gardens: readonly string[],
): readonly string[] {
  const names = given.FRONTEND_CONFIG_FILE.map(({ garden }) => garden);
  const unknown = names.filter((name) => name !== "" && !gardens.includes(name));
  return listBrokenConfigRules([
    [
      names.length > 0 && given.FRONTEND_CONFIG_MAP !== "",
      "FRONTEND_CONFIG_MAP: FRONTEND_CONFIG_FILE is set too, so it is unclear which of them holds",
    ],
    [
      unknown.length > 0,
      `FRONTEND_CONFIG_FILE: GARDENS names no garden ${unknown.map((name) => `"${name}"`).join(", ")}`,
    ],
    [new Set(names).size < names.length, "FRONTEND_CONFIG_FILE: names a garden twice"],
  ]);
}

export function toOperatorDocumentLocation(given: LandscapeVariables): OperatorDocumentLocation {
  const [namespace = "", name = ""] = given.FRONTEND_CONFIG_MAP.split("/");
  return {
    files: new Map(given.FRONTEND_CONFIG_FILE.map(({ garden, path }) => [garden, path])),
    configMap: name === "" ? undefined : { namespace, name },
  };
}
