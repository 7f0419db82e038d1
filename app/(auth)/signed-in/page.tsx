import type { Metadata } from "next";
import { SignedInScreen } from "#components/sign-in/signed-in-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Signed in") };
}

export default function SignedInPage() {
  return <SignedInScreen />;
}
