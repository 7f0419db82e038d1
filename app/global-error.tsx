"use client";

import { PageFailure } from "#components/shell/page-failure.tsx";
import "./globals.css";

interface GlobalErrorProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

/** Even the frame failed: this document stands for itself. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>Almanac failed</title>
        <main className="grid min-h-dvh place-items-center">
          <PageFailure digest={error.digest} onRetry={reset} />
        </main>
      </body>
    </html>
  );
}
