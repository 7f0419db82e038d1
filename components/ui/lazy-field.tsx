import { type ReactNode, Suspense, useEffect, useLayoutEffect } from "react";
import { ChunkErrorFallback } from "./lazy-component.tsx";
import type { TypedAhead } from "./state/typed-ahead.ts";

interface LazyFieldProps {
  /** Keystrokes that the component takes once its input, or its menu, has the focus. */
  readonly typed: TypedAhead;
  /** Whether the component is wanted. */
  readonly open: boolean;
  readonly onCancel: () => void;
  /** Content shown until the component is loaded, and if it fails to. */
  readonly meanwhile?: ReactNode;
  readonly children: ReactNode;
}

/** Wraps a lazily loaded component with keyboard input: keys pressed before it is ready are kept for it. */
export function LazyField({ typed, open, onCancel, meanwhile, children }: LazyFieldProps) {
  useEffect(() => (open ? () => typed.forget() : undefined), [typed, open]);
  const instead = (
    <>
      {open && <NotComing typed={typed} />}
      {meanwhile}
    </>
  );
  const before = (
    <>
      {open && <Coming typed={typed} onCancel={onCancel} />}
      {meanwhile}
    </>
  );
  return (
    <ChunkErrorFallback value={instead}>
      <Suspense fallback={before}>{children}</Suspense>
    </ChunkErrorFallback>
  );
}

function Coming({ typed, onCancel }: Pick<LazyFieldProps, "typed" | "onCancel">) {
  // Beginning again with another `onCancel` keeps what was typed.
  useLayoutEffect(() => typed.begin(onCancel), [typed, onCancel]);
  return null;
}

function NotComing({ typed }: Pick<LazyFieldProps, "typed">) {
  useLayoutEffect(() => typed.giveUp(), [typed]);
  return null;
}
