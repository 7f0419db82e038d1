import "server-only";
import type { SignInOptions } from "#lib/contract/session.ts";
import type { Almanac } from "../container.ts";

/** Every way to sign in to this Almanac. */
export function signInOptions({ config, gardenSummary, demoLogins }: Almanac): SignInOptions {
  const { token, development, oidc } = config.signIn;
  const isOnlyWay = !token && !development && demoLogins.length === 0;
  return {
    garden: gardenSummary,
    token,
    development,
    ...(oidc === undefined
      ? {}
      : { oidc: { name: new URL(oidc.issuer).host, automatic: oidc.automatic && isOnlyWay } }),
    demoIdentities: demoLogins.map(({ name, displayName, description }) => ({ name, displayName, description })),
  };
}
