"use client";

import { DataProvider } from "#components/data/data-provider.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { SignInForm } from "./sign-in-form.tsx";

export function SignInScreen({ next }: { readonly next: string }) {
  return (
    <DataProvider>
      <main className="grid min-h-dvh place-items-center bg-surface px-4 py-10">
        <div className="w-full max-w-md">
          <div className="mb-6 flex flex-col items-center text-center">
            <Logo className="mb-3 size-11" />
            <h1 className="text-lg font-semibold">Sign in to Almanac</h1>
            <p className="mt-1 text-base text-pretty text-secondary">
              See every cluster, foresee every version change, act safely.
            </p>
          </div>
          <SignInForm next={next} />
        </div>
      </main>
    </DataProvider>
  );
}
