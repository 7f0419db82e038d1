"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { faultOf } from "#components/data/api-problem.ts";
import { signIn, signInOptionsQuery } from "#components/data/session-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { GardenSummary, SignInBody } from "#lib/contract/session.ts";
import { signInFaultWords } from "#lib/view/sign-in-words.ts";
import { DemoIdentities } from "./demo-identities.tsx";
import { TokenForm } from "./token-form.tsx";

/** Every way in that this Almanac offers. After it a whole new document: nothing of an earlier user stays in memory. */
export function SignInForm({ next }: { readonly next: string }) {
  const options = useQuery(signInOptionsQuery);
  const entering = useMutation({
    mutationFn: (body: SignInBody) => signIn(body),
    onSuccess: () => window.location.assign(next),
  });
  const busy = entering.isPending || entering.isSuccess;
  const fault = entering.error ? signInFaultWords(faultOf(entering.error)) : undefined;
  const byToken = entering.variables?.method === "token";

  if (options.data === undefined)
    return options.isError ? (
      <Notice
        hue="negative"
        title="The ways to sign in could not be read"
        action={
          <Button size="sm" onClick={() => void options.refetch()}>
            Try again
          </Button>
        }
      >
        {faultOf(options.error).detail}
      </Notice>
    ) : (
      <Skeleton className="h-80 rounded-card" />
    );
  const { garden, demoIdentities, token } = options.data;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center text-sm text-tertiary">{gardenWords(garden)}</p>
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
          Nobody is signed in.
        </Notice>
      )}
      {token && (
        <TokenForm
          folded={demoIdentities.length > 0}
          busy={busy}
          fault={byToken ? fault : undefined}
          onSubmit={(text) => entering.mutate({ method: "token", token: text })}
        />
      )}
    </div>
  );
}

function gardenWords({ kind, name }: GardenSummary): string {
  return kind === "embedded" ? "This is a demo garden: a simulated landscape inside this process." : `Garden ${name}`;
}
