import { ProjectsPageContent } from "#components/projects/projects-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Projects") });

export default function ProjectsPage() {
  return <ProjectsPageContent />;
}
