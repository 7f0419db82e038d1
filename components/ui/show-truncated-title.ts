import type { PointerEvent } from "react";

/** A text that ends in an ellipsis says the whole of it to who points at it, unless something around it says more. */
export function showTruncatedTitle({ target, currentTarget }: PointerEvent): void {
  const text = target instanceof Element ? target.closest(".truncate") : null;
  if (!(text instanceof HTMLElement) || !currentTarget.contains(text)) return;
  const isCut = text.scrollWidth > text.clientWidth;
  if (isCut && text.closest("[title]") === null) text.title = text.textContent;
}
