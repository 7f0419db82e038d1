import type { Metadata } from "next";
import { SignInReturn } from "#components/sign-in/sign-in-return.tsx";

export const metadata: Metadata = { title: "Signing in", referrer: "no-referrer" };

export default function SignInReturnPage() {
  return <SignInReturn />;
}
