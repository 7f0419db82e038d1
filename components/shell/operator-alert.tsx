import { OperatorText, operatorHues } from "#components/data/landscape/operator-text.tsx";
import { hideNotice, useHiddenNotices } from "#components/data/storage/hidden-notices.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { LandscapeConfiguration } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { text } from "#lib/language/text.ts";

/** The operator's alert on every page, until the user hides it in this browser. Another identifier shows it again. */
export function OperatorAlert({ alert }: { readonly alert: NonNullable<LandscapeConfiguration["alert"]> }) {
  const isHidden = useHiddenNotices();
  const key = `alert ${alert.identifier ?? alert.message}`;
  if (isHidden(key)) return null;
  return (
    <Notice
      hue={operatorHues[alert.type ?? "error"]}
      title={<OperatorText text={alert.message} />}
      act={{ label: text("Hide"), run: () => hideNotice(key) }}
    />
  );
}
