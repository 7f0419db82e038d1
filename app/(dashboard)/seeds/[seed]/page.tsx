import { SeedPageContent } from "#components/seeds/seed-page-content.tsx";
import { text } from "#lib/language/text.ts";

interface SeedPageProps {
  readonly params: Promise<{ readonly seed: string }>;
}

export const generateMetadata = async ({ params }: SeedPageProps) => ({
  title: text("Seed {name}", { name: (await params).seed }),
});

export default async function SeedPage({ params }: SeedPageProps) {
  return <SeedPageContent name={(await params).seed} />;
}
