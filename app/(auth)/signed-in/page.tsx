import { SignedInPageContent } from "#components/sign-in/signed-in-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Signed in") });

export default function SignedInPage() {
  return <SignedInPageContent />;
}
