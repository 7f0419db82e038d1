import { clsx } from "clsx";
import type { ReactNode } from "react";
import { type Hue, hueBorderClasses, hueTextClasses, hueTintClasses } from "./hue-classes.ts";

interface TagProps {
  readonly hue: Hue;
  readonly icon?: ReactNode;
  /** `plain` has no fill; `dashed` marks an unclassified version. */
  readonly outline?: "solid" | "dashed" | "plain" | undefined;
  readonly children: ReactNode;
}

/** Square tag for a version's classification or another kind. A tag is not clickable; the cell around it may be. */
export function Tag({ hue, icon, outline = "solid", children }: TagProps) {
  return (
    <span
      data-slot="tag"
      className={clsx(
        "inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded-tag border px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0",
        hueTextClasses[hue],
        outline === "plain" ? "bg-transparent" : hueTintClasses[hue],
        hueBorderClasses[hue],
        outline === "dashed" && "border-dashed",
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
