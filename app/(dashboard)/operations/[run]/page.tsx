import type { Metadata } from "next";
import { RunScreen } from "#components/operations/run-screen.tsx";

export const metadata: Metadata = { title: "Bulk run" };

interface RunPageProps {
  readonly params: Promise<{ readonly run: string }>;
}

export default async function RunPage({ params }: RunPageProps) {
  const { run } = await params;
  return <RunScreen id={run} />;
}
