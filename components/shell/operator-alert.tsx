import { useState } from "react";
import * as z from "zod/mini";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { OperatorText } from "#components/data/landscape/operator-text.tsx";
import { readStoredValue, storeInBrowser } from "#components/data/storage/tab-store.ts";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";

const hiddenKey = "hidden-alert";
const hues = { error: "negative", warning: "caution", info: "info", success: "info" } as const;

/** The operator's alert on every page, until it is hidden in this browser. Another identifier shows it again. */
export function OperatorAlert() {
  const { alert } = useLandscapeConfiguration();
  const [hidden, setHidden] = useState(() => readStoredValue(hiddenKey, z.string(), "localStorage"));
  if (alert === undefined) return null;
  const identifier = alert.identifier ?? alert.message;
  if (hidden === identifier) return null;
  const hide = () => {
    storeInBrowser(hiddenKey, identifier);
    setHidden(identifier);
  };
  return (
    <Notice
      hue={hues[alert.type ?? "error"]}
      title={<OperatorText text={alert.message} />}
      act={{ label: text("Hide"), run: hide }}
    />
  );
}
