import { X } from "lucide-react";
import { useEffect } from "react";
import { useUserKeyBinding } from "#components/data/keys/own-key.ts";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import {
  endUndoTime,
  pauseUndoTimer,
  startUndoTimer,
  type UndoableEntry,
  undoPendingEntry,
  useUndoableEntries,
} from "#components/data/storage/undoable.ts";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useHoveredOrFocused } from "#components/ui/state/use-hovered-or-focused.ts";
import { text } from "#lib/language/text.ts";

/**
 * Undo notices for actions about to be sent and changes just made. The countdown is not announced. The live region is
 * always mounted, because screen readers miss content that appears together with its region.
 */
export function UndoNotices() {
  const entries = useUndoableEntries();
  const last = entries.at(-1);
  useShortcut("u", () => last && undoPendingEntry(last.id));
  return (
    <section
      aria-label={text("Can be undone")}
      className="pointer-events-none fixed inset-x-0 bottom-4 z-60 flex flex-col items-center gap-2 px-4 max-sm:bottom-36"
    >
      <div role="status" className="contents">
        {entries.map((entry) => (
          <UndoLine key={entry.id} entry={entry} newest={entry === last} />
        ))}
      </div>
    </section>
  );
}

function UndoLine({
  entry: { id, what, isDone },
  newest,
}: {
  readonly entry: UndoableEntry;
  readonly newest: boolean;
}) {
  const key = useUserKeyBinding("u");
  const [watched, watching] = useHoveredOrFocused();
  useEffect(() => {
    if (!watched) return;
    pauseUndoTimer(id);
    return () => startUndoTimer(id);
  }, [watched, id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing or focusing only pauses the timer.
    <div
      {...watching}
      onKeyDown={(event) => isDone && event.key === "Escape" && endUndoTime(id)}
      className="pointer-events-auto relative flex max-w-full animate-rise items-center gap-x-3 gap-y-2 overflow-hidden max-sm:flex-wrap max-sm:pb-3 rounded-card bg-raised py-2 pr-2 pl-4 shadow-overlay"
    >
      <p className="min-w-0 text-base text-pretty break-words max-sm:basis-full">
        {isDone ? (
          <span className="font-medium">{what}</span>
        ) : (
          richText("<act>{what}</act> <rest>is sent in a few seconds.</rest>", {
            what,
            act: (content) => <span className="font-medium">{content}</span>,
            rest: (content) => <span className="text-secondary">{content}</span>,
          })
        )}
      </p>
      <span className="flex shrink-0 gap-1">
        <Button size="sm" onClick={() => undoPendingEntry(id)} {...(newest && { "aria-keyshortcuts": key })}>
          {isDone ? text("Undo") : text("Cancel")}
          {newest && <Kbd>{key}</Kbd>}
        </Button>
        {isDone ? (
          <Button size="iconSm" variant="ghost" aria-label={text("Close")} onClick={() => endUndoTime(id)}>
            <X aria-hidden />
          </Button>
        ) : (
          <Button size="sm" variant="ghost" onClick={() => endUndoTime(id)}>
            {text("Send now")}
          </Button>
        )}
      </span>
      {!watched && (
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left animate-run-out bg-info-solid"
          {...(isDone && { style: { animationDuration: "8s" } })}
        />
      )}
    </div>
  );
}
