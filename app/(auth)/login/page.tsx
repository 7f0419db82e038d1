import type { Metadata } from "next";
import { SignInScreen } from "#components/sign-in/sign-in-screen.tsx";
import { sameOriginPath } from "#lib/text/same-origin-path.ts";

export const metadata: Metadata = { title: "Sign in" };

interface LoginPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { next, state, via } = await searchParams;
  return (
    <SignInScreen
      next={sameOriginPath(typeof next === "string" ? next : undefined)}
      signedOut={state === "signed-out"}
      viaProvider={via === "provider"}
    />
  );
}
