import type { Metadata } from "next";
import { SignInCallbackPageContent } from "#components/sign-in/sign-in-callback-page-content.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Signing in"), referrer: "no-referrer" };
}

export default function SignInReturnPage() {
  return <SignInCallbackPageContent />;
}
