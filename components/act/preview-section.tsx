import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Tag } from "#components/ui/tag.tsx";
import { text } from "#lib/language/text.ts";

interface PreviewSectionProps {
  readonly title: string;
  /** Short summary beside the title, visible while the section is collapsed. */
  readonly summary?: ReactNode;
  /** Whether the content has changed since the user read it. */
  readonly changed?: boolean;
  /** Whether the section is collapsed at first; undefined for a section that cannot be collapsed. */
  readonly folded?: boolean;
  readonly children: ReactNode;
}

/** One section of an action's preview, with a title that can expand and collapse the section. */
export function PreviewSection({ title, summary, changed = false, folded, children }: PreviewSectionProps) {
  const heading = (
    <>
      <h3 className="text-sm font-semibold text-ink">{title}</h3>
      {changed && <Tag hue="caution">{text("Changed")}</Tag>}
      {summary !== undefined && <span className="ml-auto min-w-0 text-right text-sm text-tertiary">{summary}</span>}
    </>
  );
  const head = "flex min-h-8 items-center gap-2";
  if (folded === undefined)
    return (
      <section className="border-t border-hairline py-1">
        <div className={head}>{heading}</div>
        <div className="pb-1">{children}</div>
      </section>
    );
  return (
    <details open={!folded} className="group/fold border-t border-hairline py-1">
      <summary className={clsx(head, "cursor-pointer list-none rounded-control")}>
        <ChevronRight
          aria-hidden
          className="-ml-1 size-4 shrink-0 text-tertiary transition-transform group-open/fold:rotate-90"
        />
        {heading}
      </summary>
      <div className="pb-1">{children}</div>
    </details>
  );
}
