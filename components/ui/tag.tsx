import { clsx } from "clsx";
import type { ReactNode } from "react";
import { type Hue, hueBorder, hueText, hueTint } from "./hue-classes.ts";

interface TagProps {
  readonly hue: Hue;
  readonly icon?: ReactNode;
  /** `plain` has no fill, `dashed` marks an unclassified value. */
  readonly outline?: "solid" | "dashed" | "plain" | undefined;
  readonly children: ReactNode;
}

/** Square tag for a stage or a kind. Tags are adjectives and not clickable; the cell around them may be. */
export function Tag({ hue, icon, outline = "solid", children }: TagProps) {
  return (
    <span
      data-slot="tag"
      className={clsx(
        "inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded-tag border px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0",
        hueText[hue],
        outline === "plain" ? "bg-transparent" : hueTint[hue],
        hueBorder[hue],
        outline === "dashed" && "border-dashed",
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
