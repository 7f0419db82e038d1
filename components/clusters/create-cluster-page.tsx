import type { Metadata } from "next";
import type { ComponentType } from "react";

type ClusterName = Readonly<Record<"project" | "name", string>>;

export interface ClusterPageProps {
  readonly params: Promise<ClusterName>;
}

/** Creates a Next.js page of one cluster: returns its default component and its `generateMetadata`. */
export function createClusterPage(
  View: ComponentType<{ readonly cluster: ClusterName }>,
  titleOf: (cluster: ClusterName) => string,
) {
  const generateMetadata = async ({ params }: ClusterPageProps): Promise<Metadata> => {
    const { project, name } = await params;
    return { title: titleOf({ project, name }) };
  };
  const Page = async ({ params }: ClusterPageProps) => {
    const { project, name } = await params;
    return <View cluster={{ project, name }} />;
  };
  return { generateMetadata, Page };
}
