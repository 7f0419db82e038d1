import { RunPageContent } from "#components/operations/run-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Bulk run") });

interface RunPageProps {
  readonly params: Promise<{ readonly run: string }>;
}

export default async function RunPage({ params }: RunPageProps) {
  const { run } = await params;
  return <RunPageContent id={run} />;
}
