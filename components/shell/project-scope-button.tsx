"use client";

import { ChevronsUpDown, Layers } from "lucide-react";
import { useRef, useState } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { useGardenName } from "#components/data/address/use-garden-name.ts";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent, preloadModule } from "#components/ui/lazy-component.tsx";
import { LazyField } from "#components/ui/lazy-field.tsx";
import { TypeAheadBuffer } from "#components/ui/state/type-ahead-buffer.ts";
import { text } from "#lib/language/text.ts";

const load = () => import("./project-and-garden-picker.tsx");
const ProjectAndGardenPicker = lazyComponent(async () => (await load()).ProjectAndGardenPicker);

/** Button that switches between one and all visible projects by the URL parameter `project`, which links keep. */
export function ProjectScopeButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [typed] = useState(() => new TypeAheadBuffer());
  const close = () => setOpen(false);
  const asked = useUrlQuery().filters.get("project") ?? [];
  const garden = useGardenName();
  const projects =
    asked.length === 0
      ? text("All projects")
      : asked.length === 1
        ? (asked[0] ?? "")
        : text("{count} projects", { count: asked.length });
  const label = garden === undefined ? projects : `${garden}, ${projects}`;
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        aria-label={text("Scope: {label}", { label })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => preloadModule(load)}
        onClick={() => setOpen(!open)}
        className={garden === undefined ? "max-w-48" : "max-w-64 max-sm:max-w-52"}
      >
        <Layers aria-hidden />
        {garden !== undefined && <span className="max-w-24 truncate font-semibold text-ink">{garden}</span>}
        <span className="truncate text-ink">{projects}</span>
        <ChevronsUpDown aria-hidden className="text-tertiary" />
      </Button>
      <LazyField typed={typed} open={open} onCancel={close}>
        {open && <ProjectAndGardenPicker anchor={button} typedAhead={typed} onClose={close} />}
      </LazyField>
    </>
  );
}
