"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";

const PageNotFound = lazyComponent(async () => (await import("./page-not-found.tsx")).PageNotFound);

/** Lazily loaded not-found page: every page includes it, but few show it. */
export function LazyPageNotFound() {
  return (
    <Suspense>
      <PageNotFound />
    </Suspense>
  );
}
