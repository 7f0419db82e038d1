"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";

const IdleParts = lazyComponent(async () => (await import("./idle-parts.tsx")).IdleParts);

/** {@link IdleParts}, loaded once the page is idle. A dialog that was asked for before opens then. */
export function LazyIdleParts() {
  const idle = useIdle();
  return <Suspense>{idle && <IdleParts />}</Suspense>;
}
