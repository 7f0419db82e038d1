import { type ReactNode, Suspense, useEffect, useLayoutEffect } from "react";
import { ChunkErrorFallback } from "./lazy-component.tsx";
import type { TypeAheadBuffer } from "./state/type-ahead-buffer.ts";

interface LazyFieldProps {
  /** Keys that the user has pressed before the component's input or menu had the focus. */
  readonly typed: TypeAheadBuffer;
  /** Whether the component should be shown. */
  readonly open: boolean;
  readonly onCancel: () => void;
  /** Content shown while the component is being loaded, and if loading fails. */
  readonly meanwhile?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a lazily loaded component with an input, and buffers the keys that the user presses before it is ready. */
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
  // If only `onCancel` has changed, `begin` keeps the text typed so far.
  useLayoutEffect(() => typed.begin(onCancel), [typed, onCancel]);
  return null;
}

function NotComing({ typed }: Pick<LazyFieldProps, "typed">) {
  useLayoutEffect(() => typed.giveUp(), [typed]);
  return null;
}
