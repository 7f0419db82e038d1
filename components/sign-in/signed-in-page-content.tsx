"use client";

import { useEffect } from "react";
import { useAddressPrefix } from "#components/ui/address/address-prefix-provider.tsx";
import { buttonVariants } from "#components/ui/button.tsx";
import { text } from "#lib/language/text.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

/** Page that completes a sign-in in a second tab, for a first tab in which the session has ended. */
export function SignedInPageContent() {
  const prefix = useAddressPrefix();
  // Browsers close only tabs that a script has opened; in other tabs the page asks the user to close it.
  useEffect(() => window.close(), []);
  return (
    <SignInFrame title={text("You are signed in again")}>
      <div className="flex flex-col items-center gap-4 text-base text-secondary">
        <p>{text("Close this tab and continue where you were.")}</p>
        <a href={`${prefix}/clusters`} className={buttonVariants({ size: "sm" })}>
          {text("Or open your clusters here")}
        </a>
      </div>
    </SignInFrame>
  );
}
