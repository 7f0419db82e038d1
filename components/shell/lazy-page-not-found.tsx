"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";

const PageNotFound = lazyComponent(async () => (await import("./page-not-found.tsx")).PageNotFound);

/** Every page brings along what is said where there is none; only where that is said is it loaded. */
export function LazyPageNotFound() {
  return (
    <Suspense>
      <PageNotFound />
    </Suspense>
  );
}
