/** Props of the pages of one project. */
export interface ProjectPageProps {
  readonly params: Promise<{ readonly project: string }>;
}
