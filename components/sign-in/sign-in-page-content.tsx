"use client";

import { DataProvider } from "#components/data/calls/data-provider.tsx";
import { announceSession } from "#components/data/calls/session-renewal.ts";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { SignInMethods } from "./sign-in-methods.tsx";

interface SignInScreenProps {
  readonly next: string;
  readonly signedOut: boolean;
  /** Whether the user has already chosen to sign in with the identity provider. */
  readonly viaProvider: boolean;
}

/** Sign-in page. Afterwards a new document is loaded, so that no data of an earlier user stays in memory. */
export function SignInPageContent({ next, signedOut, viaProvider }: SignInScreenProps) {
  const enter = () => {
    announceSession();
    window.location.assign(next);
  };
  return (
    <DataProvider>
      <SignInFrame title={text("Sign in to Almanac")}>
        <div className="flex flex-col gap-4">
          {signedOut && <Notice hue="info" title={text("You are signed out")} />}
          <SignInMethods
            next={next}
            onEntered={enter}
            leaving={signedOut ? undefined : viaProvider ? "always" : "only-way"}
          />
        </div>
      </SignInFrame>
    </DataProvider>
  );
}
