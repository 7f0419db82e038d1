import {
  CalendarClock,
  CircleDashed,
  CircleQuestionMark,
  FlaskConical,
  Hourglass,
  OctagonX,
  ShieldCheck,
  Unlink,
} from "lucide-react";
import type { ReactNode } from "react";
import { Tag } from "#components/ui/tag.tsx";
import { stageAppearanceOf } from "#lib/words/version-stage.ts";

const icons: Readonly<Record<string, ReactNode>> = {
  preview: <FlaskConical aria-hidden />,
  supported: <ShieldCheck aria-hidden />,
  deprecated: <Hourglass aria-hidden />,
  expired: <OctagonX aria-hidden />,
  unclassified: <CircleDashed aria-hidden />,
  unavailable: <CalendarClock aria-hidden />,
  "not-in-profile": <Unlink aria-hidden />,
};

/** Tag with the classification of a version, such as deprecated. Unknown classifications are shown as they are. */
export function VersionClassificationTag({
  classification,
  count,
}: {
  readonly classification: string;
  readonly count?: number;
}) {
  const { word, role, outline } = stageAppearanceOf(classification);
  return (
    <Tag hue={role} outline={outline} icon={icons[classification] ?? <CircleQuestionMark aria-hidden />}>
      {word}
      {count !== undefined && count > 1 && <span className="font-normal"> · {count}</span>}
    </Tag>
  );
}
