"use client";

import { clsx } from "clsx";
import { CircleCheck, Info, OctagonAlert, X } from "lucide-react";
import * as Radix from "radix-ui/toast";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Button } from "./button.tsx";

export interface ToastMessage {
  readonly kind: "success" | "info" | "error";
  readonly title: string;
  readonly detail?: ReactNode;
  readonly action?: ReactNode;
  /** A later message of the same id replaces the earlier one. */
  readonly id: string;
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** Says something in the corner. Errors stay until they are closed; the others leave after eight seconds. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext);
}

const mostAtOnce = 3;
const icons = {
  success: <CircleCheck aria-hidden className="text-positive-solid" />,
  info: <Info aria-hidden className="text-info-solid" />,
  error: <OctagonAlert aria-hidden className="text-negative-solid" />,
} as const;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([]);
  const show = useMemo(
    () => (message: ToastMessage) =>
      setMessages((held) => [...held.filter(({ id }) => id !== message.id), message].slice(-mostAtOnce)),
    [],
  );
  const close = (closed: string) => setMessages((held) => held.filter(({ id }) => id !== closed));
  return (
    <ToastContext value={show}>
      <Radix.Provider duration={8_000} swipeDirection="right" label="Notification">
        {children}
        {messages.map((message) => (
          <Toast key={`${message.id} ${message.kind}`} message={message} onClose={() => close(message.id)} />
        ))}
        <Radix.Viewport className="fixed right-4 bottom-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 outline-none" />
      </Radix.Provider>
    </ToastContext>
  );
}

function Toast({ message, onClose }: { readonly message: ToastMessage; readonly onClose: () => void }) {
  const stays = message.kind === "error";
  return (
    <Radix.Root
      type={stays ? "foreground" : "background"}
      {...(stays ? { duration: Number.POSITIVE_INFINITY } : {})}
      onOpenChange={(open) => !open && onClose()}
      className={clsx("flex animate-rise items-start gap-3 rounded-card bg-raised py-3 pr-2 pl-4 shadow-overlay")}
    >
      <span className="mt-0.5 [&_svg]:size-4">{icons[message.kind]}</span>
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-base font-medium">{message.title}</Radix.Title>
        {message.detail !== undefined && (
          <Radix.Description asChild>
            <div className="mt-0.5 text-sm break-words text-secondary">{message.detail}</div>
          </Radix.Description>
        )}
        {message.action}
      </div>
      <Radix.Close asChild>
        <Button variant="ghost" size="iconSm" aria-label="Close notification">
          <X aria-hidden />
        </Button>
      </Radix.Close>
    </Radix.Root>
  );
}
