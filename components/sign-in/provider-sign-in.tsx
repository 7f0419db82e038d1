"use client";

import { ExternalLink, LogIn } from "lucide-react";
import { useAddressPrefix } from "#components/ui/address/address-prefix.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { text } from "#lib/language/text.ts";

interface ProviderSignInProps {
  readonly name: string;
  readonly leaving: boolean;
  readonly busy: boolean;
  readonly onGo: () => void;
}

/** The one button where people sign in at their company's identity provider. */
export function ProviderSignIn({ name, leaving, busy, onGo }: ProviderSignInProps) {
  return (
    <Button variant="primary" size="lg" className="w-full" disabled={busy} onClick={onGo}>
      <LogIn aria-hidden />
      <span className="truncate">
        {leaving ? text("Taking you to {name}", { name }) : text("Sign in at {name}", { name })}
      </span>
    </Button>
  );
}

/** The same in another tab, so that this one keeps what is on it. */
export function ProviderLink({ name }: { readonly name: string }) {
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
