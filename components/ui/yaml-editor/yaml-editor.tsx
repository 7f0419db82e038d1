import { clsx } from "clsx";
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { YamlDiagnostic, YamlEditorHandle } from "./create-yaml-editor.ts";
import type { YamlAssist } from "./yaml-assistance-extension.ts";

interface YamlEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: ((value: string) => void) | undefined;
  /** Errors to show in the text; their offsets refer to `value`. */
  readonly faults?: readonly YamlDiagnostic[];
  /** Completions and descriptions; must be set from the first render. */
  readonly assist?: YamlAssist;
  /** Whether the user can undo a change of `value` from outside like typed text. */
  readonly undoOutside?: boolean;
  readonly ref?: RefObject<YamlEditorControl | null>;
  /** Id of the element that explains how to use the editor. */
  readonly describedBy?: string;
  readonly className?: string;
}

export type YamlEditorControl = Pick<YamlEditorHandle, "show" | "rewrite">;

const noErrors: readonly YamlDiagnostic[] = [];

/**
 * YAML editor with its own undo history. The editor's code is loaded on demand; until then, or if loading fails, a
 * plain text area shows the same text.
 */
export function YamlEditor({ label, value, onChange, faults = noErrors, className, ...more }: YamlEditorProps) {
  const { assist, undoOutside = true, ref, describedBy } = more;
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<YamlEditorHandle>(undefined);
  const [ready, setReady] = useState(false);
  const latest = useRef({ value, onChange, assist });
  useEffect(() => {
    latest.current = { value, onChange, assist };
  });
  useImperativeHandle(
    ref,
    () => ({
      show: (offset) => handle.current?.show(offset),
      rewrite: (text) => handle.current?.rewrite(text),
    }),
    [],
  );
  useEffect(() => {
    let gone = false;
    void import("./create-yaml-editor.ts").then(({ createYamlEditor }) => {
      if (gone || place.current === null) return;
      const readOnly = latest.current.onChange === undefined;
      handle.current = createYamlEditor(place.current, {
        label,
        value: latest.current.value,
        readOnly,
        undoOutside,
        describedBy,
        assist: latest.current.assist && {
          complete: (text, offset) => latest.current.assist?.complete(text, offset),
          noteAt: (text, offset) => latest.current.assist?.noteAt(text, offset),
        },
        onChange: (text) => latest.current.onChange?.(text),
      });
      setReady(true);
    });
    return () => {
      gone = true;
      handle.current?.destroy();
      handle.current = undefined;
    };
  }, [label, undoOutside, describedBy]);
  useEffect(() => {
    if (ready) handle.current?.setValue(value);
  }, [ready, value]);
  useEffect(() => {
    if (ready) handle.current?.setFaults(faults);
  }, [ready, faults]);
  return (
    <div className={clsx("flex min-h-0 flex-col overflow-hidden rounded-control border border-control/70", className)}>
      <div ref={place} className={clsx("min-h-0 flex-1 overflow-hidden", !ready && "hidden")} />
      {!ready && (
        <textarea
          aria-label={label}
          aria-describedby={describedBy}
          value={value}
          readOnly={onChange === undefined}
          spellCheck={false}
          onChange={({ target }) => onChange?.(target.value)}
          className="focus-inset scrollbar-thin min-h-0 flex-1 resize-none bg-canvas p-3 font-mono text-sm"
        />
      )}
    </div>
  );
}
