import type { ReactNode } from "react";
import { useLater } from "./state/use-later.ts";

interface LaterProps {
  readonly children: ReactNode;
  /** Placeholder until the children are rendered. */
  readonly fallback?: ReactNode;
}

/** Delays children below the fold: they are rendered once the surrounding page has been painted, and then stay. */
export function Later({ children, fallback }: LaterProps) {
  return useLater(true) ? children : fallback;
}
