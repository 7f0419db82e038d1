"use client";

import { PageFailure } from "#components/shell/page-failure.tsx";

interface ErrorPageProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return <PageFailure digest={error.digest} onRetry={reset} />;
}
