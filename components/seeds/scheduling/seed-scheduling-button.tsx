"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useRef, useState } from "react";
import { seedSchedulingQuery } from "#components/data/queries/seed-queries.ts";
import { Button } from "#components/ui/button.tsx";
import type { SeedScheduling } from "#lib/contract/seed/scheduling.ts";
import { text } from "#lib/language/text.ts";
import { SeedSchedulingDialog } from "./seed-scheduling-dialog.tsx";

/** Button that hides a Seed from the scheduler, or shows it again, after a dialog says what follows. */
export function SeedSchedulingButton({ seed }: { readonly seed: string }) {
  const { data, isError } = useQuery(seedSchedulingQuery(seed));
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (data === undefined && !isError) return null;
  const hides = data?.visible !== false;
  return (
    <>
      <Button ref={button} disabledReason={reasonAgainst(data)} onClick={() => setOpen(true)}>
        {hides ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        {hides ? text("Hide from the scheduler…") : text("Show to the scheduler…")}
      </Button>
      {open && data && <SeedSchedulingDialog scheduling={data} opener={button} onClose={() => setOpen(false)} />}
    </>
  );
}

function reasonAgainst(scheduling: SeedScheduling | undefined): string | undefined {
  if (scheduling === undefined) return text("What follows for new clusters could not be read.");
  return scheduling.mayChange === false ? text("You are not allowed to change this Seed.") : undefined;
}
