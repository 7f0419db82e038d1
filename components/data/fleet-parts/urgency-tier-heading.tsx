import { CalendarX, CircleAlert, Clock3, Info, type LucideIcon, OctagonAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Hue, hueSolidTextClasses } from "#components/ui/hue-classes.ts";
import type { AttentionTier } from "#lib/contract/garden-counts.ts";
import { text } from "#lib/language/text.ts";
import { attentionTierLabels } from "#lib/view/overview/attention-descriptions.ts";

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

/** Heading above a group of causes that are equally urgent. */
export function UrgencyTierHeading({ tier, children }: TierHeadingProps) {
  const { hue, icon: Icon } = looks[tier];
  return (
    <h3
      id={`tier-${tier}`}
      className="flex items-center gap-2 bg-surface px-4 py-1.5 text-sm font-semibold text-secondary"
    >
      <Icon aria-hidden className={`size-4 ${hueSolidTextClasses[hue]}`} />
      {text(attentionTierLabels[tier])}
      {children}
    </h3>
  );
}
