"use client";

import type { ReactNode } from "react";
import { storeToastMessage } from "#components/data/storage/notices.ts";
import { type ToastMessage, ToastProvider } from "#components/ui/overlay/toast.tsx";

/** Toast provider that also stores all messages for the notification popover. */
export function StoringToastProvider({ children }: { readonly children: ReactNode }) {
  return <ToastProvider onShow={keepMessage}>{children}</ToastProvider>;
}

function keepMessage({ id, kind, title, detail, href }: ToastMessage): void {
  storeToastMessage({
    id,
    kind,
    title,
    ...(typeof detail === "string" && { detail }),
    ...(href !== undefined && { href }),
  });
}
