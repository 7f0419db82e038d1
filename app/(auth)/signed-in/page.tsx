import type { Metadata } from "next";
import { SignedInScreen } from "#components/sign-in/signed-in-screen.tsx";

export const metadata: Metadata = { title: "Signed in" };

export default function SignedInPage() {
  return <SignedInScreen />;
}
