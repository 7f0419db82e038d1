import type { ReactNode } from "react";
import { Logo } from "#components/ui/logo.tsx";
import { text } from "#lib/language/text.ts";

interface SignInFrameProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** Frame around pages that users see without a session. */
export function SignInFrame({ title, children }: SignInFrameProps) {
  return (
    <main className="grid min-h-dvh place-items-center bg-surface px-4 py-10">
      <div className="w-full max-w-md">
        <div className="mb-6 flex flex-col items-center text-center">
          <Logo className="mb-3 size-11" />
          <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{title}</h1>
          <p className="mt-1 text-base text-pretty text-secondary">
            {text("See every cluster, know every version change in advance, act safely.")}
          </p>
        </div>
        {children}
      </div>
    </main>
  );
}
