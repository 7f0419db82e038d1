"use client";

import { type ReactNode, Suspense, useRef, useState } from "react";
import { Button, type ButtonProps } from "#components/ui/button.tsx";
import { lazyComponent, preloadModule } from "#components/ui/lazy-component.tsx";
import type { RevealableCredentialKind } from "#lib/contract/credentials-reveal.ts";
import { text } from "#lib/language/text.ts";
import type { Cluster } from "../use-cluster.ts";

const load = () => import("./revealed-credential-panel.tsx");
const RevealedCredentialPanel = lazyComponent(async () => (await load()).RevealedCredentialPanel);

interface RevealButtonProps extends Pick<ButtonProps, "disabledReason" | "size"> {
  readonly icon?: ReactNode;
  readonly cluster: Cluster;
  readonly what: RevealableCredentialKind;
  /** Visible label; `Retrieve…` by default. */
  readonly label?: ReactNode;
  /** Name of the credential for screen readers, where only the text beside the button has it. */
  readonly credential?: string;
}

/** Button that opens a panel with one credential. The panel drops the credential when it closes. */
export function RevealCredentialButton(props: RevealButtonProps) {
  const { cluster, what, label, credential, icon, disabledReason, size = "sm" } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        size={size}
        disabledReason={disabledReason}
        aria-haspopup="dialog"
        {...(credential !== undefined && { "aria-label": text("Retrieve: {credential}", { credential }) })}
        onPointerEnter={() => preloadModule(load)}
        onClick={() => setOpen(true)}
      >
        {icon}
        {label ?? text("Retrieve…")}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <RevealedCredentialPanel cluster={cluster.row} what={what} opener={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
