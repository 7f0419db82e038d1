import type { Metadata } from "next";
import { MaintenanceView } from "#components/clusters/maintenance/maintenance-view.tsx";
import { text } from "#lib/language/text.ts";

interface MaintenancePageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: MaintenancePageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: text("Maintenance of {project}/{name}", { project, name }) };
}

export default async function MaintenancePage({ params }: MaintenancePageProps) {
  const { project, name } = await params;
  return <MaintenanceView cluster={{ project, name }} />;
}
