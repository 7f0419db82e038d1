"use client";

import { Button } from "#components/ui/button.tsx";
import { text } from "#lib/language/text.ts";

interface DevelopmentSignInProps {
  readonly busy: boolean;
  readonly onChoose: () => void;
}

/** On a developer's own machine the kubeconfig says who it is. */
export function DevelopmentSignIn({ busy, onChoose }: DevelopmentSignInProps) {
  return (
    <div className="flex flex-col gap-2">
      <Button variant="primary" size="lg" className="w-full" disabled={busy} onClick={onChoose}>
        {text("Continue as the kubeconfig’s user")}
      </Button>
      <p className="text-center text-sm text-tertiary">
        {text("Development mode: anyone who reaches this page can sign in.")}
      </p>
    </div>
  );
}
