import type { ReactNode } from "react";
import { useValueAfterPaint } from "./state/use-value-after-paint.ts";

interface LaterProps {
  readonly children: ReactNode;
  /** Placeholder that is shown until the children are rendered. */
  readonly fallback?: ReactNode;
}

/** Renders its children only after the rest of the page has been painted: for content at the bottom of a page. */
export function RenderAfterPaint({ children, fallback }: LaterProps) {
  return useValueAfterPaint(true) ? children : fallback;
}
