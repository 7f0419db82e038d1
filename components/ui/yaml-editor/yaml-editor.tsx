"use client";

import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import type { YamlEditorHandle, YamlFault } from "./create-yaml-editor.ts";

interface YamlEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: ((value: string) => void) | undefined;
  /** Marked where they stand; offsets into `value`. */
  readonly faults?: readonly YamlFault[];
  readonly className?: string;
}

const noFaults: readonly YamlFault[] = [];

/**
 * A text editor for YAML. The editor itself is loaded when it is shown; until then, and without JavaScript's help, a plain
 * field holds the same text. It keeps its own history; a value from outside is taken over as a change that can be undone.
 */
export function YamlEditor({ label, value, onChange, faults = noFaults, className }: YamlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<YamlEditorHandle>(undefined);
  const [ready, setReady] = useState(false);
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });
  useEffect(() => {
    let gone = false;
    void import("./create-yaml-editor.ts").then(({ createYamlEditor }) => {
      if (gone || place.current === null) return;
      const readOnly = latest.current.onChange === undefined;
      handle.current = createYamlEditor(place.current, {
        label,
        value: latest.current.value,
        readOnly,
        onChange: (text) => latest.current.onChange?.(text),
      });
      setReady(true);
    });
    return () => {
      gone = true;
      handle.current?.destroy();
      handle.current = undefined;
    };
  }, [label]);
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
