"use client";

import { Suspense } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { text } from "#lib/language/text.ts";

const CopyButton = lazyComponent(async () => (await import("#components/ui/copy-button.tsx")).CopyButton);

interface PageFailureProps {
  /** Id of the error in the server's log; undefined for an error in the browser. */
  readonly digest: string | undefined;
  readonly onRetry: () => void;
}

/** Message in place of a page that could not be rendered. The navigation and all other pages still work. */
export function PageFailure({ digest, onRetry }: PageFailureProps) {
  return (
    <EmptyState
      heading="h1"
      title={text("This page could not be shown")}
      action={
        <>
          <Button variant="primary" onClick={onRetry}>
            {text("Try again")}
          </Button>
          <Suspense>
            {digest !== undefined && (
              <CopyButton text={digest} label={text("Copy the error id {digest}", { digest })} />
            )}
          </Suspense>
        </>
      }
    >
      {text("Almanac failed. Nothing was changed in the garden, and the other pages still work.")}
    </EmptyState>
  );
}
