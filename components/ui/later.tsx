import type { ReactNode } from "react";
import { useLater } from "./state/use-later.ts";

interface LaterProps {
  readonly children: ReactNode;
  /** Keeps the place meanwhile. */
  readonly fallback?: ReactNode;
}

/** What nobody sees without scrolling: it comes once what is around it has been painted, and stays from then on. */
export function Later({ children, fallback }: LaterProps) {
  return useLater(true) ? children : fallback;
}
