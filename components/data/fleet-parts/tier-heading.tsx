import { CalendarX, CircleAlert, Clock3, Info, type LucideIcon, OctagonAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Hue, hueSolidText } from "#components/ui/hue-classes.ts";
import type { AttentionTier } from "#lib/contract/garden-counts.ts";
import { text } from "#lib/language/text.ts";
import { tierLabels } from "#lib/view/overview/attention-descriptions.ts";

const looks: Readonly<Record<AttentionTier, { readonly hue: Hue; readonly icon: LucideIcon }>> = {
  now: { hue: "negative", icon: OctagonAlert },
  ended: { hue: "negative", icon: CalendarX },
  "30": { hue: "caution", icon: CircleAlert },
  "90": { hue: "caution", icon: Clock3 },
  open: { hue: "neutral", icon: Info },
};

interface TierHeadingProps {
  readonly tier: AttentionTier;
  readonly children?: ReactNode;
}

/** Heading of an urgency tier, above its causes. */
export function TierHeading({ tier, children }: TierHeadingProps) {
  const { hue, icon: Icon } = looks[tier];
  return (
    <h3
      id={`tier-${tier}`}
      className="flex items-center gap-2 bg-surface px-4 py-1.5 text-sm font-semibold text-secondary"
    >
      <Icon aria-hidden className={`size-4 ${hueSolidText[hue]}`} />
      {text(tierLabels[tier])}
      {children}
    </h3>
  );
}
