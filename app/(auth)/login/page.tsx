import { SignInPageContent } from "#components/sign-in/sign-in-page-content.tsx";
import { text } from "#lib/language/text.ts";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import { sameOriginPath } from "#lib/strings/same-origin-path.ts";
import { requireGarden } from "#server/app/require-garden.ts";

export const generateMetadata = () => ({ title: text("Sign in") });

interface LoginPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { name } = await requireGarden();
  const home = gardenPrefix(name) || "/";
  const { next, state, via } = await searchParams;
  return (
    <SignInPageContent
      next={typeof next === "string" ? sameOriginPath(next) : home}
      signedOut={state === "signed-out"}
      viaProvider={via === "provider"}
    />
  );
}
