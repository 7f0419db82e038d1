import { CircleCheck, Info, OctagonAlert, X } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { text } from "#lib/language/text.ts";
import { Link } from "../address/link.tsx";
import { Button } from "../button.tsx";
import { useHoveredOrFocused } from "../state/use-hovered-or-focused.ts";

export interface ToastMessage {
  readonly kind: "success" | "info" | "error";
  readonly title: string;
  readonly detail?: ReactNode;
  /** Path of a page to which the toast links. */
  readonly href?: string;
  /** A later message with the same id replaces this one. */
  readonly id: string;
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/**
 * Returns a function that shows a toast. Errors stay until the user closes them. Other toasts close after eight
 * seconds, unless they have the pointer or focus or are behind a dialog. A toast never covers a dialog.
 */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext);
}

const mostAtOnce = 3;
const staysMs = 8_000;

interface ToastProviderProps {
  /** Called with every message that is shown, so that it can be stored. */
  readonly onShow?: (message: ToastMessage) => void;
  readonly children: ReactNode;
}

export function ToastProvider({ onShow, children }: ToastProviderProps) {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([]);
  const show = useMemo(
    () => (message: ToastMessage) => {
      setMessages((held) => [...held.filter(({ id }) => id !== message.id), message].slice(-mostAtOnce));
      onShow?.(message);
    },
    [onShow],
  );
  return (
    <ToastContext value={show}>
      {children}
      <section
        aria-label={text("Notifications")}
        className="pointer-events-none fixed right-4 bottom-4 z-35 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 max-sm:bottom-20"
      >
        {/* Both live regions are always mounted: screen readers miss content that appears together with its region. */}
        <Region role="alert" messages={messages.filter(({ kind }) => kind === "error")} onChange={setMessages} />
        <Region role="status" messages={messages.filter(({ kind }) => kind !== "error")} onChange={setMessages} />
      </section>
    </ToastContext>
  );
}

interface RegionProps {
  readonly role: "alert" | "status";
  readonly messages: readonly ToastMessage[];
  readonly onChange: (change: (held: readonly ToastMessage[]) => readonly ToastMessage[]) => void;
}

function Region({ role, messages, onChange }: RegionProps) {
  return (
    <div role={role} className="flex flex-col gap-2">
      {messages.map((message) => (
        <Toast
          key={message.id}
          message={message}
          onClose={() => onChange((held) => held.filter(({ id }) => id !== message.id))}
        />
      ))}
    </div>
  );
}

export const toastIcons = {
  success: <CircleCheck aria-hidden className="text-positive-solid" />,
  info: <Info aria-hidden className="text-info-solid" />,
  error: <OctagonAlert aria-hidden className="text-negative-solid" />,
} as const;

function Toast({ message, onClose }: { readonly message: ToastMessage; readonly onClose: () => void }) {
  const [held, watching] = useHoveredOrFocused();
  const box = useRef<HTMLDivElement>(null);
  const leaves = message.kind !== "error" && !held;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message restarts the timer; onClose always changes.
  useEffect(() => {
    if (!leaves) return;
    const timer = setInterval(() => !isBehindDialog(box.current) && onClose(), staysMs);
    return () => clearInterval(timer);
  }, [leaves, message]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing or focusing only holds the message; nothing is triggered.
    <div
      ref={box}
      {...watching}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
      className="pointer-events-auto flex animate-rise items-start gap-3 rounded-card bg-raised py-3 pr-2 pl-4 shadow-overlay"
    >
      <span className="mt-0.5 [&_svg]:size-4">{toastIcons[message.kind]}</span>
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium">{message.title}</p>
        {message.detail !== undefined && (
          <div className="mt-0.5 text-sm break-words text-secondary">{message.detail}</div>
        )}
        {message.href !== undefined && (
          <Link
            href={message.href}
            onClick={onClose}
            className="mt-0.5 inline-block text-sm font-medium text-link hover:underline"
          >
            {text("Open")}
            <span className="sr-only">: {message.title}</span>
          </Link>
        )}
      </div>
      <Button variant="ghost" size="iconSm" aria-label={text("Close notification")} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </div>
  );
}

/** Whether a modal dialog is open, which sets `aria-hidden` on all elements outside of it. */
function isBehindDialog(element: HTMLElement | null): boolean {
  return element?.closest('[aria-hidden="true"]') !== null;
}
