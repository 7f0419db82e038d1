"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { faultOf } from "#components/data/calls/api-problem.ts";
import { ReadFailure } from "#components/data/fleet-parts/read-failure.tsx";
import { oidcLoginUrl, signIn, signInOptionsQuery } from "#components/data/queries/session-queries.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { GardenSummary, SignInBody, SignInOptions } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";
import { signInFaultWords } from "#lib/words/sign-in-words.ts";
import { DemoIdentities } from "./demo-identities.tsx";
import { DevelopmentSignIn } from "./development-sign-in.tsx";
import { ProviderLink, ProviderSignIn } from "./provider-sign-in.tsx";
import { TokenForm } from "./token-form.tsx";

interface SignInWaysProps {
  readonly onEntered: () => void;
  /** Where the provider leads afterwards. */
  readonly next?: string;
  /** Above a page that must stay: the provider opens in another tab. */
  readonly above?: boolean;
  /** Go to the provider at once: when it is the only way, or whenever there is one. */
  readonly leaving?: "only-way" | "always" | undefined;
}

/** Every way in that this Almanac offers. */
export function SignInWays({ onEntered, next = "/", above = false, leaving }: SignInWaysProps) {
  const options = useQuery(signInOptionsQuery);
  const entering = useMutation({ mutationFn: (body: SignInBody) => signIn(body), onSuccess: onEntered });
  const going = useMutation({
    mutationFn: () => oidcLoginUrl(next),
    onSuccess: (url) => window.location.assign(url),
  });
  useLeave(options.data?.oidc, { leaving, go: going.mutate });
  const isLeaving = going.isPending || going.isSuccess;
  const busy = entering.isPending || entering.isSuccess || isLeaving;
  const failed = entering.error ?? going.error;
  const fault = failed ? signInFaultWords(faultOf(failed)) : undefined;
  const byToken = entering.variables?.method === "token" && going.error === null;

  if (options.data === undefined)
    return options.isError ? (
      <ReadFailure title={text("Sign-in options could not be loaded")} of={options} />
    ) : (
      <Skeleton className="h-80 rounded-card" />
    );
  const { garden, demoIdentities, token, oidc, development } = options.data;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center text-sm text-tertiary">{gardenWords(garden)}</p>
      {oidc !== undefined && above && <ProviderLink name={oidc.name} />}
      {oidc !== undefined && !above && (
        <ProviderSignIn name={oidc.name} leaving={isLeaving} busy={busy} onGo={() => going.mutate()} />
      )}
      {oidc?.renews === false && (
        <p className="text-center text-sm text-secondary">
          {text("The provider does not renew sessions: each ends with its first token.")}
        </p>
      )}
      {development && <DevelopmentSignIn busy={busy} onChoose={() => entering.mutate({ method: "development" })} />}
      {demoIdentities.length > 0 && (
        <DemoIdentities
          identities={demoIdentities}
          busy={busy}
          entering={entering.variables?.method === "demo" ? entering.variables.identity : undefined}
          onChoose={(identity) => entering.mutate({ method: "demo", identity })}
        />
      )}
      {fault && !byToken && (
        <Notice hue="negative" title={fault} live>
          {text("Nobody is signed in.")}
        </Notice>
      )}
      {token && (
        <TokenForm
          folded={demoIdentities.length > 0 || oidc !== undefined || development}
          busy={busy}
          fault={byToken ? fault : undefined}
          onSubmit={(text) => entering.mutate({ method: "token", token: text })}
        />
      )}
    </div>
  );
}

interface Leaving {
  readonly leaving: SignInWaysProps["leaving"];
  readonly go: () => void;
}

/** Goes to the provider without a click, once: whoever comes back without success must be able to read why. */
function useLeave(oidc: SignInOptions["oidc"], { leaving, go }: Leaving): void {
  const left = useRef(false);
  const wanted = oidc !== undefined && (leaving === "always" || (leaving === "only-way" && oidc.automatic));
  useEffect(() => {
    if (!wanted || left.current) return;
    left.current = true;
    go();
  }, [wanted, go]);
}

function gardenWords({ kind, name }: GardenSummary): string {
  return kind === "embedded"
    ? text("This is a demo garden: a simulated landscape inside this process.")
    : text("Garden {name}", { name });
}
