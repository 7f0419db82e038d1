"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { text } from "#lib/language/text.ts";
import type { Draft } from "./use-draft.ts";

interface DraftBarProps {
  readonly draft: Pick<Draft<unknown>, "changed" | "overtaken" | "discard">;
  /** That somebody else has changed it meanwhile. */
  readonly overtakenTitle: string;
  /** What the garden shows now, when somebody else has changed it meanwhile. */
  readonly now: string;
  /** The button that opens the preview. */
  readonly children: ReactNode;
}

/** Beneath a form: what is not saved yet, what somebody else did meanwhile, and the way on or back. */
export function DraftBar({ draft: { changed, overtaken, discard }, overtakenTitle, now, children }: DraftBarProps) {
  return (
    <div className="mt-4 flex flex-col gap-3">
      {overtaken && (
        <Notice hue="caution" title={overtakenTitle} live>
          {text("{now} What you typed is kept; the preview compares it with the new state.", { now })}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {children}
        {changed && (
          <>
            <Button variant="ghost" onClick={discard}>
              {text("Discard")}
            </Button>
            <span className="text-sm text-tertiary">{text("Not saved yet; kept in this tab")}</span>
          </>
        )}
      </div>
    </div>
  );
}
