import { afterEach, beforeEach } from "vitest";
import { OidcBrowser, type OidcTestBed, type OidcTestBedOptions, startOidcTestBed } from "./oidc-test-bed.ts";

export interface SignedInBrowser {
  readonly world: OidcTestBed;
  readonly browser: OidcBrowser;
  /** Replaces Almanac and browser for one test, without a signed-in user. */
  again(options: OidcTestBedOptions): Promise<void>;
}

/** Before every test, starts an Almanac and a browser in which a user has signed in at the identity provider. */
export function setUpSignedInBrowser(): SignedInBrowser {
  let here: { readonly world: OidcTestBed; readonly browser: OidcBrowser } | undefined;
  const current = () => {
    if (here === undefined) throw new Error("nobody has signed in yet: look within a test or a hook");
    return here;
  };
  const start = async (options: OidcTestBedOptions) => {
    here = { world: await startOidcTestBed(options), browser: new OidcBrowser() };
  };
  beforeEach(async () => {
    await start({ idTokenSeconds: 3600 });
    await current().browser.signIn();
  });
  afterEach(() => here?.world.stop());
  return {
    get world() {
      return current().world;
    },
    get browser() {
      return current().browser;
    },
    async again(options) {
      await current().world.stop();
      await start(options);
    },
  };
}
