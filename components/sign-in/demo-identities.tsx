"use client";

import { ArrowRight, LoaderCircle } from "lucide-react";
import type { SignInOptions } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";

interface DemoIdentitiesProps {
  readonly identities: SignInOptions["demoIdentities"];
  readonly busy: boolean;
  readonly entering: string | undefined;
  readonly onChoose: (name: string) => void;
}

/** The people of the demo garden, each with what they may do there. */
export function DemoIdentities({ identities, busy, entering, onChoose }: DemoIdentitiesProps) {
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
