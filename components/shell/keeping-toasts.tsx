"use client";

import type { ReactNode } from "react";
import { keepNotice } from "#components/data/storage/notices.ts";
import { type ToastMessage, ToastProvider } from "#components/ui/overlay/toast.tsx";

/** Toast provider that also stores messages for the notification centre. */
export function KeepingToasts({ children }: { readonly children: ReactNode }) {
  return <ToastProvider onShow={keepMessage}>{children}</ToastProvider>;
}

function keepMessage({ id, kind, title, detail, href }: ToastMessage): void {
  keepNotice({
    id,
    kind,
    title,
    ...(typeof detail === "string" && { detail }),
    ...(href !== undefined && { href }),
  });
}
