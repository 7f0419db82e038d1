import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Tag } from "#components/ui/tag.tsx";
import { text } from "#lib/language/text.ts";

interface PreviewSectionProps {
  readonly title: string;
  /** Short summary beside the title, readable while collapsed. */
  readonly summary?: ReactNode;
  /** The content has changed since the user read it. */
  readonly changed?: boolean;
  /** Long sections can be collapsed; undefined is always expanded. */
  readonly folded?: boolean;
  readonly children: ReactNode;
}

/** Section of a preview. The order is the same everywhere, so that users learn where to look. */
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
