import { useEffect, useRef } from "react";
import { useMediaQuery } from "../state/use-media-query.ts";

interface YamlChangesProps {
  readonly before: string;
  readonly after: string;
  readonly labels: { readonly before: string; readonly after: string };
}

/** Diff of two YAML texts: side by side if there is room, otherwise unified. */
export function YamlDiff({ before, after, labels: { before: beforeLabel, after: afterLabel } }: YamlChangesProps) {
  const place = useRef<HTMLDivElement>(null);
  const sideBySide = useMediaQuery("(min-width: 64rem)");
  useEffect(() => {
    let takeDown: (() => void) | undefined;
    let gone = false;
    void import("./create-yaml-diff.ts").then(({ createYamlDiff }) => {
      if (gone || place.current === null) return;
      takeDown = createYamlDiff(place.current, {
        before: { label: beforeLabel, text: before },
        after: { label: afterLabel, text: after },
        sideBySide,
      });
    });
    return () => {
      gone = true;
      takeDown?.();
    };
  }, [before, after, beforeLabel, afterLabel, sideBySide]);
  return <div ref={place} translate="no" className="scrollbar-thin max-h-[70dvh] min-h-24 overflow-auto" />;
}
