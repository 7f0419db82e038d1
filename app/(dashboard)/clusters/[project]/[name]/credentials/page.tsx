import type { Metadata } from "next";
import { CredentialsView } from "#components/clusters/credentials/credentials-view.tsx";
import { text } from "#lib/language/text.ts";

interface CredentialsPageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: CredentialsPageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: text("Credentials of {project}/{name}", { project, name }) };
}

export default async function CredentialsPage({ params }: CredentialsPageProps) {
  const { project, name } = await params;
  return <CredentialsView cluster={{ project, name }} />;
}
