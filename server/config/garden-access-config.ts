import "server-only";
import {
  defineConfigVariable,
  listBrokenConfigRules,
  optionalTextVariable,
  type ParsedVariables,
  splitList,
  textVariable,
} from "./config-variable.ts";
import { isPrivateUrl } from "./loopback.ts";

/** Settings of the access to gardens that people have beside Almanac. */
export interface GardenAccessConfig {
  /** Address of the API server for people, by name of the garden; by the empty name if there is one garden. */
  readonly servers: ReadonlyMap<string, string>;
  /** File with the certificate authorities of these addresses; those of the system when absent. */
  readonly caFile: string | undefined;
  /** Public client at the identity provider with which kubectl signs in; absent when not configured. */
  readonly publicClient: { readonly id: string; readonly scopes: readonly string[] } | undefined;
}

const scope = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Environment variables for kubeconfigs of the garden. */
export const gardenAccessSchemas = {
  GARDEN_EXTERNAL_URL: defineConfigVariable(
    textVariable.transform((given, context) => {
      const entries = splitList(given).map(parseEntry);
      for (const entry of entries) {
        if (entry.server !== undefined) continue;
        context.addIssue({ code: "custom", message: `"${entry.text}" is no https URL without query or fragment` });
      }
      return entries.map(({ name, server = "" }) => ({ name, server }));
    }),
    "",
    "Address of the garden's API server for people, in kubeconfigs; with GARDENS: `name=https://…, …`.",
  ),
  GARDEN_EXTERNAL_CA_FILE: defineConfigVariable(
    optionalTextVariable,
    "",
    "Certificate authorities of GARDEN_EXTERNAL_URL, as PEM. Without it: those that systems trust.",
  ),
  KUBECONFIG_OIDC_CLIENT_ID: defineConfigVariable(
    optionalTextVariable,
    "",
    "Public client at the provider, with which kubectl signs in to the garden. Needs OIDC_ISSUER.",
  ),
  KUBECONFIG_OIDC_SCOPES: defineConfigVariable(
    textVariable
      .transform((scopes) => scopes.split(/\s+/).filter((each) => each !== "" && each !== "openid"))
      .refine((scopes) => scopes.every((each) => scope.test(each)), "must be scopes, blank separated"),
    "email groups offline_access",
    "Scopes beside openid that kubectl asks for, blank separated.",
  ),
};

type GardenAccessVariables = ParsedVariables<typeof gardenAccessSchemas>;

interface Entry {
  readonly text: string;
  /** Name of the garden; empty if the entry names none. */
  readonly name: string;
  /** Address without a trailing slash; undefined if it is none. */
  readonly server: string | undefined;
}

function parseEntry(text: string): Entry {
  const [, name = "", address = text] = /^([a-z0-9-]+)=(.*)$/.exec(text) ?? [];
  const url = URL.parse(address);
  const isAddress =
    url !== null &&
    isPrivateUrl(url) &&
    url.search === "" &&
    url.hash === "" &&
    url.username === "" &&
    url.password === "";
  return { text, name, server: isAddress ? address.replace(/\/+$/, "") : undefined };
}

interface GardenAccessEnvironment {
  /** Names of the configured gardens; empty with a single garden. */
  readonly gardens: readonly string[];
  readonly issuer: string;
  /** Almanac's own client at the identity provider. */
  readonly ownClient: { readonly id: string; readonly hasSecret: boolean };
}

export function validateGardenAccess(
  given: GardenAccessVariables,
  { gardens, issuer, ownClient }: GardenAccessEnvironment,
): readonly string[] {
  const names = given.GARDEN_EXTERNAL_URL.map(({ name }) => name);
  const known = gardens.length > 0 ? gardens : [""];
  const unknown = names.filter((name) => !known.includes(name));
  const client = given.KUBECONFIG_OIDC_CLIENT_ID;
  return listBrokenConfigRules([
    [
      unknown.length > 0,
      gardens.length > 0
        ? `GARDEN_EXTERNAL_URL: GARDENS names no garden ${unknown.map((name) => `"${name}"`).join(", ")}`
        : "GARDEN_EXTERNAL_URL: name a garden only beside GARDENS",
    ],
    [new Set(names).size < names.length, "GARDEN_EXTERNAL_URL: names a garden twice"],
    [
      given.GARDEN_EXTERNAL_CA_FILE !== undefined && names.length === 0,
      "GARDEN_EXTERNAL_URL: needed because GARDEN_EXTERNAL_CA_FILE is set",
    ],
    [client !== undefined && issuer === "", "OIDC_ISSUER: needed because KUBECONFIG_OIDC_CLIENT_ID is set"],
    [
      client !== undefined && client === ownClient.id && ownClient.hasSecret,
      "KUBECONFIG_OIDC_CLIENT_ID: must be another client than OIDC_CLIENT_ID, which has a secret",
    ],
  ]);
}

export function toGardenAccess(given: GardenAccessVariables): GardenAccessConfig {
  const { KUBECONFIG_OIDC_CLIENT_ID: id, KUBECONFIG_OIDC_SCOPES: scopes } = given;
  return {
    servers: new Map(given.GARDEN_EXTERNAL_URL.map(({ name, server }) => [name, server])),
    caFile: given.GARDEN_EXTERNAL_CA_FILE,
    publicClient: id === undefined ? undefined : { id, scopes },
  };
}
