import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowRight, ExternalLink, LoaderCircle, LogIn } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { oidcLoginUrl, signIn, signInOptionsQuery } from "#components/data/queries/sign-in-queries.ts";
import { useAddressPrefix } from "#components/ui/address/address-prefix-provider.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { TextAreaField } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { GardenSummary, SignInOptions, SignInRequest } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";
import { describeSignInError } from "#lib/words/sign-in-descriptions.ts";

interface SignInWaysProps {
  readonly onEntered: () => void;
  /** Path to open after signing in at the identity provider. */
  readonly next?: string;
  /** Whether the form is shown above a page whose state must not be lost: then the provider opens in another tab. */
  readonly above?: boolean;
  /** When to redirect to the provider at once: if it is the only sign-in method, or always. */
  readonly leaving?: "only-way" | "always" | undefined;
}

/** Forms for all sign-in methods that this Almanac offers. */
export function SignInMethods({ onEntered, next = "/", above = false, leaving }: SignInWaysProps) {
  const options = useQuery(signInOptionsQuery);
  const entering = useMutation({ mutationFn: (body: SignInRequest) => signIn(body), onSuccess: onEntered });
  const going = useMutation({
    mutationFn: () => oidcLoginUrl(next),
    onSuccess: (url) => window.location.assign(url),
  });
  useLeave(options.data?.oidc, { leaving, go: going.mutate });
  const isLeaving = going.isPending || going.isSuccess;
  const busy = entering.isPending || entering.isSuccess || isLeaving;
  const failed = entering.error ?? going.error;
  const fault = failed ? describeSignInError(requestErrorOf(failed)) : undefined;
  const byToken = entering.variables?.method === "token" && going.error === null;

  if (options.data === undefined)
    return options.isError ? (
      <ReadFailureNotice title={text("Sign-in options could not be loaded")} of={options} />
    ) : (
      <Skeleton className="h-80 rounded-card" />
    );
  const { garden, demoIdentities, token, oidc, development } = options.data;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center text-sm text-tertiary">{gardenLabel(garden)}</p>
      {oidc !== undefined && above && <ProviderLink name={oidc.name} />}
      {oidc !== undefined && !above && (
        <Button variant="primary" size="lg" className="w-full" disabled={busy} onClick={() => going.mutate()}>
          <LogIn aria-hidden />
          <span className="truncate">
            {isLeaving
              ? text("Taking you to {name}", { name: oidc.name })
              : text("Sign in at {name}", { name: oidc.name })}
          </span>
        </Button>
      )}
      {oidc?.renews === false && (
        <p className="text-center text-sm text-secondary">
          {text("The provider does not renew sessions: each ends with its first token.")}
        </p>
      )}
      {development && (
        <div className="flex flex-col gap-2">
          <Button
            variant="primary"
            size="lg"
            className="w-full"
            disabled={busy}
            onClick={() => entering.mutate({ method: "development" })}
          >
            {text("Continue as the kubeconfig’s user")}
          </Button>
          <p className="text-center text-sm text-tertiary">
            {text("Development mode: anyone who reaches this page can sign in.")}
          </p>
        </div>
      )}
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

/** Redirects to the identity provider without a click, but only once, so that a returning user can read an error. */
function useLeave(oidc: SignInOptions["oidc"], { leaving, go }: Leaving): void {
  const left = useRef(false);
  const wanted = oidc !== undefined && (leaving === "always" || (leaving === "only-way" && oidc.automatic));
  useEffect(() => {
    if (!wanted || left.current) return;
    left.current = true;
    go();
  }, [wanted, go]);
}

function gardenLabel({ kind, name }: GardenSummary): string {
  return kind === "embedded"
    ? text("This is a demo garden: a simulated landscape inside this process.")
    : text("Garden {name}", { name });
}

/** Link that opens the identity provider in another tab, so that this page keeps its state. */
function ProviderLink({ name }: { readonly name: string }) {
  const prefix = useAddressPrefix();
  return (
    <a
      href={`${prefix}/login?next=${encodeURIComponent(`${prefix}/signed-in`)}&via=provider`}
      target="_blank"
      rel="noopener"
      className={buttonVariants({ variant: "primary", size: "lg", className: "w-full" })}
    >
      <ExternalLink aria-hidden />
      <span className="truncate">{text("Sign in at {name} in a new tab", { name })}</span>
    </a>
  );
}

interface DemoIdentitiesProps {
  readonly identities: SignInOptions["demoIdentities"];
  readonly busy: boolean;
  readonly entering: string | undefined;
  readonly onChoose: (name: string) => void;
}

/** Buttons to sign in as a user of the demo garden, each with the permissions of that user. */
function DemoIdentities({ identities, busy, entering, onChoose }: DemoIdentitiesProps) {
  return (
    <section aria-labelledby="demo-title" className="overflow-hidden rounded-card border border-hairline bg-canvas">
      <h2 id="demo-title" className="border-b border-hairline px-4 py-3 text-base font-semibold">
        {text("Sign in as")}
      </h2>
      <ul className="divide-y divide-hairline">
        {identities.map(({ name, displayName, description }) => (
          <li key={name}>
            <button
              type="button"
              disabled={busy}
              onClick={() => onChoose(name)}
              aria-describedby={`who-${name}`}
              className="group focus-inset flex w-full items-center gap-3 px-4 py-3 text-left transition-colors hover:bg-hover disabled:opacity-60"
            >
              <span
                aria-hidden
                className="grid size-8 shrink-0 place-items-center rounded-full bg-info-tint text-base font-semibold text-info-text"
              >
                {displayName.slice(0, 1)}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-base font-medium">{displayName}</span>
                <span id={`who-${name}`} className="block text-sm text-pretty text-secondary">
                  {description}
                </span>
              </span>
              {entering === name && busy ? (
                <LoaderCircle
                  aria-label={text("Signing in")}
                  className="size-4 shrink-0 animate-spin-slow text-tertiary"
                />
              ) : (
                <ArrowRight
                  aria-hidden
                  className="size-4 shrink-0 text-tertiary transition-transform group-hover:translate-x-0.5"
                />
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TokenFormProps {
  /** Whether the token form is collapsed, as below the users of a demo garden. */
  readonly folded: boolean;
  readonly busy: boolean;
  readonly fault: string | undefined;
  readonly onSubmit: (token: string) => void;
}

function TokenForm({ folded, busy, fault, onSubmit }: TokenFormProps) {
  const [token, setToken] = useState("");
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = token.trim();
    setMissing(text === "");
    if (text !== "") onSubmit(text);
  };
  const form = (
    <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
      <TextAreaField
        label={text("Bearer token")}
        hint={text("It is checked with the garden and kept only in an encrypted cookie of this browser.")}
        error={missing ? text("Paste a token first.") : fault}
        rows={4}
        value={token}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-sm"
        onChange={({ target }) => {
          setToken(target.value);
          setMissing(false);
        }}
      />
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? text("Signing in") : text("Sign in with this token")}
      </Button>
    </form>
  );
  if (!folded) return <div className="rounded-card border border-hairline bg-canvas p-4">{form}</div>;
  return (
    <details className="group rounded-card border border-hairline bg-canvas" open={fault !== undefined || undefined}>
      <summary className="flex list-none items-center justify-between rounded-card px-4 py-3 text-base font-medium">
        {text("Sign in with a token instead")}
        <span aria-hidden className="text-tertiary transition-transform group-open:rotate-90">
          ›
        </span>
      </summary>
      <div className="border-t border-hairline p-4">{form}</div>
    </details>
  );
}
