import { Download, Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { RevealResponse } from "#lib/contract/credentials-reveal.ts";
import { text } from "#lib/language/text.ts";
import { toInlineLabel } from "#lib/language/to-inline-label.ts";
import { downloadText } from "../export/download-text.ts";

/** Part of a retrieved credential, to copy or download. A secret part is covered until the user shows it. */
export function RevealedPart({
  part: { label, fileName, text: content, secret },
}: {
  readonly part: RevealResponse["parts"][number];
}) {
  const [covered, setCovered] = useState(secret);
  return (
    <section aria-label={label} className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{label}</h3>
        <div className="flex flex-wrap gap-1.5">
          {secret && (
            <Button
              variant="ghost"
              size="xs"
              onClick={() => setCovered(!covered)}
              aria-label={covered ? text("Show {label}", { label }) : text("Cover {label}", { label })}
            >
              {covered ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
              {covered ? text("Show") : text("Cover")}
            </Button>
          )}
          <CopyButton
            variant="ghost"
            size="xs"
            text={content}
            label={text("Copy {label}", { label: toInlineLabel(label) })}
          />
          <Button variant="ghost" size="xs" onClick={() => downloadText(fileName, content, "application/octet-stream")}>
            <Download aria-hidden />
            {text("Download")}
          </Button>
        </div>
      </div>
      {covered ? (
        <p className="rounded-control bg-surface px-3 py-2 text-sm text-tertiary">{text("Hidden")}</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          translate="no"
          className="scrollbar-thin max-h-48 overflow-auto rounded-control bg-surface px-3 py-2 font-mono text-xs"
        >
          {content}
        </pre>
      )}
    </section>
  );
}
