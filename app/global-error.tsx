"use client";

import { EmptyState } from "#components/ui/empty-state.tsx";
import { currentLanguage } from "#lib/language/language-bundle.ts";
import { text } from "#lib/language/text.ts";
import "./globals.css";

interface GlobalErrorProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

/** Error page for a failed root layout, rendered as an HTML document of its own. Small, because every page loads it. */
export default function GlobalError({ error: { digest }, reset }: GlobalErrorProps) {
  return (
    <html lang={currentLanguage()}>
      <body>
        <title>{text("Almanac failed")}</title>
        <main className="grid min-h-dvh place-items-center">
          <EmptyState
            heading="h1"
            title={text("Almanac could not be shown")}
            action={
              <button
                type="button"
                className="h-8 rounded-control bg-primary px-3 font-medium text-on-primary hover:bg-primary-hover"
                onClick={reset}
              >
                {text("Try again")}
              </button>
            }
          >
            {text("Almanac failed. Nothing was changed in the garden.")}
            {digest !== undefined && ` ${text("The server's log names it {digest}.", { digest })}`}
          </EmptyState>
        </main>
      </body>
    </html>
  );
}
