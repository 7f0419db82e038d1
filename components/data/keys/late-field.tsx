"use client";

import { type ReactNode, Suspense, useEffect, useLayoutEffect } from "react";
import { InsteadOfPart } from "#components/ui/late-part.tsx";
import type { TypedAhead } from "#components/ui/state/typed-ahead.ts";

interface LateFieldProps {
  /** The part takes it once its field has the focus. */
  readonly typed: TypedAhead;
  /** Whether the field is asked for. */
  readonly open: boolean;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Around a late part with a text field: what is typed before the part is there is kept for it. */
export function LateField({ typed, open, onCancel, children }: LateFieldProps) {
  useEffect(() => (open ? () => typed.forget() : undefined), [typed, open]);
  return (
    <InsteadOfPart value={open && <NotComing typed={typed} />}>
      <Suspense fallback={open && <Coming typed={typed} onCancel={onCancel} />}>{children}</Suspense>
    </InsteadOfPart>
  );
}

function Coming({ typed, onCancel }: Pick<LateFieldProps, "typed" | "onCancel">) {
  // Begun again for another way to cancel, it keeps what was typed.
  useLayoutEffect(() => typed.begin(onCancel), [typed, onCancel]);
  return null;
}

function NotComing({ typed }: Pick<LateFieldProps, "typed">) {
  useLayoutEffect(() => typed.giveUp(), [typed]);
  return null;
}
