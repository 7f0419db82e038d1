import { ArrowUp, ArrowUpFromLine, CircleCheck, Flag, KeyRound, OctagonX, Plus, Trash2, Wrench } from "lucide-react";
import type { ComponentType } from "react";
import { hueSolidText } from "#components/ui/hue-classes.ts";
import type { TimeLineEvent, TimeLineKind } from "#lib/view/cluster/time-line.ts";

const icons: Readonly<Record<TimeLineKind, ComponentType<{ readonly className: string }>>> = {
  expiry: Flag,
  lifetime: Trash2,
  deletion: Trash2,
  window: Wrench,
  forced: ArrowUpFromLine,
  automatic: ArrowUp,
  stuck: OctagonX,
  credentials: KeyRound,
  operation: CircleCheck,
  maintenance: Wrench,
  created: Plus,
};

/** Icon of an event in the colour of its urgency; a shape of its own per kind, so that it reads without colour. */
export function TimeLineIcon({ event: { kind, hue } }: { readonly event: TimeLineEvent }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className={`size-4 shrink-0 ${hueSolidText[hue]}`} />;
}
