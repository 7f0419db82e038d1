import { clsx } from "clsx";
import { CircleAlert, Info, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { type Hue, hueBorderClasses, hueSolidTextClasses, hueTintClasses } from "./hue-classes.ts";

const icons = { info: Info, caution: TriangleAlert, negative: OctagonAlert, neutral: CircleAlert } as const;

interface NoticeProps {
  readonly hue: keyof typeof icons & Hue;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Label and click handler of the notice's button. */
  readonly act?: { readonly label: string; readonly run: () => void } | undefined;
  /** Content to show instead of a single button. */
  readonly action?: ReactNode;
  /** Whether screen readers announce the notice at once: only for events while the user is on the page. */
  readonly live?: boolean;
}

/** Notice on a page or card: what has happened, what still works, and what the user can do. */
export function Notice({ hue, title, children, act, action, live = false }: NoticeProps) {
  const Icon = icons[hue];
  return (
    <div
      {...(live ? { role: hue === "negative" ? "alert" : "status" } : {})}
      className={clsx(
        "flex items-start gap-3 rounded-card border px-4 py-3",
        hueTintClasses[hue],
        hueBorderClasses[hue],
      )}
    >
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", hueSolidTextClasses[hue])} />
      <div className="min-w-0 flex-1 text-base">
        <p className="font-medium text-ink">{title}</p>
        {children !== undefined && <div className="mt-0.5 text-pretty text-secondary">{children}</div>}
      </div>
      {act && (
        <Button size="sm" onClick={act.run}>
          {act.label}
        </Button>
      )}
      {action}
    </div>
  );
}
