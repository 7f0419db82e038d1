import { type ReactNode, Suspense, useEffect, useLayoutEffect } from "react";
import { ChunkErrorFallback } from "./lazy-component.tsx";
import type { TypedAhead } from "./state/typed-ahead.ts";

interface LazyFieldProps {
  /** The part takes it once its field, or its menu, has the focus. */
  readonly typed: TypedAhead;
  /** Whether the part is asked for. */
  readonly open: boolean;
  readonly onCancel: () => void;
  /** What stands there until the part comes, and where it does not. */
  readonly meanwhile?: ReactNode;
  readonly children: ReactNode;
}

/** Around a late part that hears keys: what is typed before the part is there is kept for it. */
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
  // Begun again for another way to cancel, it keeps what was typed.
  useLayoutEffect(() => typed.begin(onCancel), [typed, onCancel]);
  return null;
}

function NotComing({ typed }: Pick<LazyFieldProps, "typed">) {
  useLayoutEffect(() => typed.giveUp(), [typed]);
  return null;
}
