import { redirect } from "next/navigation";
import { GardensPageContent } from "#components/gardens/gardens-page-content.tsx";
import { text } from "#lib/language/text.ts";
import { sameOriginPath } from "#lib/strings/same-origin-path.ts";
import { getRunningGardens } from "#server/app/almanac.ts";

export const generateMetadata = () => ({ title: text("Gardens") });

interface GardensPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

export default async function GardensPage({ searchParams }: GardensPageProps) {
  const { find } = await getRunningGardens();
  // With only one garden there is nothing to choose, so redirect to its overview.
  if (find(undefined) !== undefined) redirect("/");
  const { next } = await searchParams;
  return <GardensPageContent next={sameOriginPath(typeof next === "string" ? next : undefined)} />;
}
