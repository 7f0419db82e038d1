"use client";

import { Eye, EyeOff } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import type { SeedDetail } from "#lib/contract/seed/seed-list.ts";
import { text } from "#lib/language/text.ts";

const SeedSchedulingDialog = lazyComponent(
  async () => (await import("./seed-scheduling-dialog.tsx")).SeedSchedulingDialog,
);

/** Button that hides a Seed from the scheduler, or shows it again, after a dialog says what follows. */
export function SeedSchedulingButton({ detail: { seed, mayChange } }: { readonly detail: SeedDetail }) {
  const [opened, setOpened] = useState<"hide" | "show">();
  const button = useRef<HTMLButtonElement>(null);
  const { name, visible } = seed;
  return (
    <>
      <Button
        ref={button}
        disabledReason={mayChange === false ? text("You are not allowed to change this Seed.") : undefined}
        onClick={() => setOpened(visible ? "hide" : "show")}
      >
        {visible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        {visible ? text("Hide from the scheduler…") : text("Show to the scheduler…")}
      </Button>
      {opened && (
        <Suspense>
          <SeedSchedulingDialog
            seed={name}
            hides={opened === "hide"}
            opener={button}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
