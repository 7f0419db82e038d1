import type { PointerEvent } from "react";

/** Sets the full text as `title` of a truncated element under the pointer, unless an ancestor has a title already. */
export function showTruncatedTitle({ target, currentTarget }: PointerEvent): void {
  const text = target instanceof Element ? target.closest(".truncate") : null;
  if (!(text instanceof HTMLElement) || !currentTarget.contains(text)) return;
  const isCut = text.scrollWidth > text.clientWidth;
  if (isCut && text.closest("[title]") === null) text.title = text.textContent;
}
