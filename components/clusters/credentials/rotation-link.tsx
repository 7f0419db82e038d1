"use client";

import { buttonVariants } from "#components/ui/button.tsx";
import type { RotationScope } from "#lib/view/rotations/rotation-scope.ts";
import { addressOf, goTo } from "./use-credentials-address.ts";

interface RotationLinkProps {
  readonly scope: RotationScope;
  readonly label: string;
  /** The credential, for those who hear the link alone. */
  readonly name: string;
}

/** Leads to the steps of a rotation, on this page. */
export function RotationLink({ scope, label, name }: RotationLinkProps) {
  return (
    <a
      href={`${addressOf(scope)}#rotation`}
      className={buttonVariants({ size: "sm" })}
      aria-label={`${label}: ${name}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        goTo(scope);
        const heading = document.getElementById("rotation");
        heading?.scrollIntoView({ block: "start" });
        heading?.querySelector<HTMLElement>("[aria-current=step]")?.focus({ preventScroll: true });
      }}
    >
      {label}
    </a>
  );
}
