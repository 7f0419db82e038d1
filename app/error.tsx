"use client";

import { PageFailure } from "#components/shell/page-failure.tsx";

interface ErrorPageProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageFailure digest={error.digest} onRetry={reset} />
    </main>
  );
}
