import "server-only";
import {
  booleanVariable,
  defineConfigVariable,
  listBrokenConfigRules,
  optionalTextVariable,
  type ParsedVariables,
  textVariable,
} from "./config-variable.ts";
import { isLoopback, isPrivateUrl } from "./loopback.ts";

/** Settings of OpenID Connect sign-in. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecretFile?: string | undefined;
  readonly caFile?: string | undefined;
  readonly scopes: string;
  readonly automatic: boolean;
  /** Redirect URI of the sign-in; must equal the one registered at the identity provider. */
  readonly redirectUri: string;
  /** URI to which the identity provider redirects after sign-out. */
  readonly signedOutUri: string;
  readonly demoClaims: { readonly username: string; readonly groups: string };
}

export interface SignInConfig {
  readonly token: boolean;
  readonly development: boolean;
  readonly oidc?: OidcConfig | undefined;
}

const claim = textVariable.regex(/^[\w.:/-]{1,200}$/, "must be the name of a claim");

/** Environment variables for sign-in. */
export const signInSchemas = {
  TOKEN_SIGN_IN: defineConfigVariable(booleanVariable, "true", "Offer to sign in with a pasted bearer token."),
  DEVELOPMENT_SIGN_IN: defineConfigVariable(
    booleanVariable,
    "false",
    "Offer to sign in as the kubeconfig's own user. Everything must be on loopback.",
  ),
  OIDC_ISSUER: defineConfigVariable(
    textVariable.refine(isAcceptableIssuer, "must be an https URL without query or fragment, or http on loopback"),
    "",
    "Issuer of the OpenID Connect provider that people sign in with. Needs OIDC_CLIENT_ID and PUBLIC_ORIGIN.",
  ),
  OIDC_CLIENT_ID: defineConfigVariable(textVariable, "", "Name of this Almanac at the provider."),
  OIDC_CLIENT_SECRET_FILE: defineConfigVariable(
    optionalTextVariable,
    "",
    "File with the secret of a confidential client. Without it: a public client.",
  ),
  OIDC_SCOPES: defineConfigVariable(
    textVariable
      .transform((scopes) => scopes.split(/\s+/).join(" "))
      .refine((scopes) => scopes.split(" ").includes("openid"), "must name openid"),
    "openid email groups offline_access",
    "Scopes to ask for, blank separated. offline_access keeps a session beyond its first token.",
  ),
  OIDC_CA_FILE: defineConfigVariable(optionalTextVariable, "", "Certificate authorities of the provider, as PEM."),
  OIDC_AUTOMATIC: defineConfigVariable(
    booleanVariable,
    "false",
    "Go to the provider without a click when it is the only way to sign in.",
  ),
  DEMO_OIDC_USERNAME_CLAIM: defineConfigVariable(
    claim,
    "email",
    "Claim of the id token that the demo garden uses as the user name.",
  ),
  DEMO_OIDC_GROUPS_CLAIM: defineConfigVariable(
    claim,
    "groups",
    "Claim of the id token that the demo garden uses as the groups.",
  ),
};

type SignInVariables = ParsedVariables<typeof signInSchemas>;

/** Other settings that decide which ways to sign in are allowed. */
interface SignInEnvironment {
  readonly host: string;
  readonly publicOrigin: string | undefined;
  readonly kubeconfig: string;
  readonly demo: boolean;
}

export function validateSignInConfig(
  given: SignInVariables,
  { host, publicOrigin, kubeconfig, demo }: SignInEnvironment,
): readonly string[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, DEVELOPMENT_SIGN_IN: development } = given;
  const reachable = !isLoopback(host) || (publicOrigin !== undefined && !isLoopback(new URL(publicOrigin).hostname));
  return listBrokenConfigRules([
    [issuer !== "" && clientId === "", "OIDC_CLIENT_ID: needed because OIDC_ISSUER is set"],
    [issuer !== "" && publicOrigin === undefined, "PUBLIC_ORIGIN: needed because OIDC_ISSUER is set"],
    [issuer === "" && clientId !== "", "OIDC_ISSUER: needed because OIDC_CLIENT_ID is set"],
    [issuer === "" && given.OIDC_AUTOMATIC, "OIDC_AUTOMATIC: needs OIDC_ISSUER"],
    // With development sign-in, anyone who reaches the page acts with all permissions of the developer's kubeconfig.
    [development && reachable, "DEVELOPMENT_SIGN_IN: HOST and PUBLIC_ORIGIN must be loopback"],
    [development && kubeconfig === "", "DEVELOPMENT_SIGN_IN: needs KUBECONFIG"],
    [
      !given.TOKEN_SIGN_IN && !development && !demo && issuer === "",
      "TOKEN_SIGN_IN: nobody could sign in; set OIDC_ISSUER too",
    ],
  ]);
}

export function toSignIn(given: SignInVariables, publicOrigin = ""): SignInConfig {
  const { TOKEN_SIGN_IN: token, DEVELOPMENT_SIGN_IN: development } = given;
  return { token, development, oidc: given.OIDC_ISSUER === "" ? undefined : toOidc(given, publicOrigin) };
}

function toOidc(given: SignInVariables, origin: string): OidcConfig {
  return {
    issuer: given.OIDC_ISSUER,
    clientId: given.OIDC_CLIENT_ID,
    clientSecretFile: given.OIDC_CLIENT_SECRET_FILE,
    caFile: given.OIDC_CA_FILE,
    scopes: given.OIDC_SCOPES,
    automatic: given.OIDC_AUTOMATIC,
    redirectUri: `${origin}/login/callback`,
    signedOutUri: `${origin}/login`,
    demoClaims: { username: given.DEMO_OIDC_USERNAME_CLAIM, groups: given.DEMO_OIDC_GROUPS_CLAIM },
  };
}

function isAcceptableIssuer(issuer: string): boolean {
  if (issuer === "") return true;
  const url = URL.parse(issuer);
  return url !== null && isPrivateUrl(url) && url.search === "" && url.hash === "" && url.username === "";
}
