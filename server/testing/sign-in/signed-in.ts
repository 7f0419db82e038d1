import { afterEach, beforeEach } from "vitest";
import { OidcBrowser, type OidcTestBed, type OidcTestBedOptions, startOidcTestBed } from "./oidc-test-bed.ts";

export interface SignedIn {
  readonly world: OidcTestBed;
  readonly browser: OidcBrowser;
  /** Replaces the world for one test; no user is signed in there. */
  again(options: OidcTestBedOptions): Promise<void>;
}

/** A world and a browser signed in at its provider, new for every test. */
export function setUpSignedInBrowser(): SignedIn {
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
