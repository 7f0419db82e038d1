import {
  ArrowUp,
  ArrowUpFromLine,
  CircleCheck,
  CircleQuestionMark,
  Flag,
  KeyRound,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  Plus,
  Trash2,
  TriangleAlert,
  Wrench,
} from "lucide-react";
import { type Hue, hueSolidTextClasses } from "#components/ui/hue-classes.ts";
import type { TimeLineEvent, TimeLineKind } from "#lib/view/cluster/time-line/time-line-event.ts";

const icons: Readonly<Record<Exclude<TimeLineKind, "operation" | "maintenance">, LucideIcon>> = {
  expiry: Flag,
  lifetime: Trash2,
  deletion: Trash2,
  window: Wrench,
  forced: ArrowUpFromLine,
  automatic: ArrowUp,
  stuck: OctagonX,
  credentials: KeyRound,
  created: Plus,
};

/** Icons for the reported result of an operation or a maintenance. */
const resultIcons: Readonly<Partial<Record<Hue, LucideIcon>>> = {
  positive: CircleCheck,
  negative: TriangleAlert,
  info: LoaderCircle,
};

/** Time line icon in its urgency's colour, with a shape per kind and result, to be recognised without colour. */
export function TimeLineIcon({ event: { kind, hue } }: { readonly event: TimeLineEvent }) {
  const isResult = kind === "operation" || kind === "maintenance";
  const Icon = isResult ? (resultIcons[hue] ?? CircleQuestionMark) : icons[kind];
  return <Icon aria-hidden className={`size-4 shrink-0 ${hueSolidTextClasses[hue]}`} />;
}
