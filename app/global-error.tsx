"use client";

import { EmptyState } from "#components/ui/empty-state.tsx";
import "./globals.css";

interface GlobalErrorProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

/** Even the frame failed: this document stands for itself. Every page loads it, so it brings as little as it can. */
export default function GlobalError({ error: { digest }, reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>Almanac failed</title>
        <main className="grid min-h-dvh place-items-center">
          <EmptyState
            heading="h1"
            title="Almanac could not be shown"
            action={
              <button
                type="button"
                className="h-8 rounded-control bg-primary px-3 font-medium text-on-primary hover:bg-primary-hover"
                onClick={reset}
              >
                Try again
              </button>
            }
          >
            Almanac failed. Nothing was changed in the garden.
            {digest !== undefined && ` The server's log names it ${digest}.`}
          </EmptyState>
        </main>
      </body>
    </html>
  );
}
