"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { DataProvider } from "#components/data/calls/data-provider.tsx";
import { announceSession } from "#components/data/calls/session-renewal.ts";
import { finishOidcLogin, gardenPrefixOfOidcCallback } from "#components/data/queries/sign-in-queries.ts";
import { buttonVariants } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";
import { describeSignInError } from "#lib/words/sign-in-descriptions.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

/** Page to which the identity provider redirects after sign-in. */
export function SignInCallbackPageContent() {
  return (
    <DataProvider>
      <Finishing />
    </DataProvider>
  );
}

function Finishing() {
  const begun = useRef(false);
  const {
    mutate,
    error,
    variables = "",
  } = useMutation({
    mutationFn: finishOidcLogin,
    onSuccess: (next) => {
      announceSession();
      window.location.replace(next);
    },
  });
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const { search, pathname } = window.location;
    // The OIDC code in the URL can be used only once, and must not stay in the browser history.
    window.history.replaceState(null, "", pathname);
    mutate(search);
  }, [mutate]);
  if (error === null) return <SignInFrame title={text("Signing you in")} />;
  return (
    <SignInFrame title={text("You are not signed in")}>
      <Notice
        hue="negative"
        title={describeSignInError(requestErrorOf(error))}
        live
        action={
          <a
            href={`${gardenPrefixOfOidcCallback(variables)}/login?via=provider`}
            className={buttonVariants({ size: "sm" })}
          >
            {text("Start again")}
          </a>
        }
      >
        {text("Nobody is signed in.")}
      </Notice>
    </SignInFrame>
  );
}
