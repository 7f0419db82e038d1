import { clsx } from "clsx";
import { CircleAlert, Info, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { type Hue, hueBorder, hueSolidText, hueTint } from "./hue-classes.ts";

const icons = { info: Info, caution: TriangleAlert, negative: OctagonAlert, neutral: CircleAlert } as const;

interface NoticeProps {
  readonly hue: keyof typeof icons & Hue;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Label and handler of the notice's button. */
  readonly act?: { readonly label: string; readonly run: () => void } | undefined;
  /** Content in place of the button, for more than one action. */
  readonly action?: ReactNode;
  /** Announced at once; only for events that happen while the user is looking. */
  readonly live?: boolean;
}

/** Message beside its subject: what happened, what still works, what to do. */
export function Notice({ hue, title, children, act, action, live = false }: NoticeProps) {
  const Icon = icons[hue];
  return (
    <div
      {...(live ? { role: hue === "negative" ? "alert" : "status" } : {})}
      className={clsx("flex items-start gap-3 rounded-card border px-4 py-3", hueTint[hue], hueBorder[hue])}
    >
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", hueSolidText[hue])} />
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
