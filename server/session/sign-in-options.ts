import "server-only";
import type { GardenSummary, SignInOptions } from "#lib/contract/session.ts";
import { describeDemoIdentity } from "#lib/words/sign-in-descriptions.ts";
import type { SignInConfig } from "#server/config/sign-in-config.ts";
import type { Renewals } from "./renewals.ts";
import type { DemoLogin } from "./sign-in.ts";

interface Ways {
  readonly config: { readonly signIn: SignInConfig };
  readonly gardenSummary: GardenSummary;
  readonly demoLogins: readonly DemoLogin[];
  readonly renewals: Pick<Renewals, "areToBeHad">;
}

/** All ways to sign in that the sign-in page offers. */
export function signInOptions({ config, gardenSummary, demoLogins, renewals }: Ways): SignInOptions {
  const { token, development, oidc } = config.signIn;
  const isOnlyWay = !token && !development && demoLogins.length === 0;
  return {
    garden: gardenSummary,
    token,
    development,
    ...(oidc === undefined
      ? {}
      : {
          oidc: {
            name: new URL(oidc.issuer).host,
            automatic: oidc.automatic && isOnlyWay,
            renews: renewals.areToBeHad,
          },
        }),
    demoIdentities: demoLogins.map(({ name, displayName }) => ({
      name,
      displayName,
      description: describeDemoIdentity(name),
    })),
  };
}
