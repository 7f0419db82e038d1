import { SignedInScreen } from "#components/sign-in/signed-in-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Signed in") });

export default function SignedInPage() {
  return <SignedInScreen />;
}
