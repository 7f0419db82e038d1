"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useIdle } from "#components/ui/state/use-idle.ts";

const SessionNotices = lazyComponent(async () => (await import("./session-notices.tsx")).SessionNotices);
const TaskDialogs = lazyComponent(async () => (await import("./task-dialogs.tsx")).TaskDialogs);

/** {@link SessionNotices}, loaded once the page is idle, and then there when the server is not. */
export function LazySessionNotices() {
  const idle = useIdle();
  return <Suspense>{idle && <SessionNotices />}</Suspense>;
}

/** {@link TaskDialogs}, loaded once the page is idle: a dialog that was asked for before opens then. */
export function LazyTaskDialogs() {
  const idle = useIdle();
  return <Suspense>{idle && <TaskDialogs />}</Suspense>;
}
