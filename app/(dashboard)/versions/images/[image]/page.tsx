import type { Metadata } from "next";
import { VersionsPageContent } from "#components/versions/versions-page-content.tsx";
import { text } from "#lib/language/text.ts";

interface ImagePageProps {
  readonly params: Promise<{ readonly image: string }>;
}

export async function generateMetadata({ params }: ImagePageProps): Promise<Metadata> {
  return { title: text("Versions of {image}", { image: imageOf((await params).image) }) };
}

export default async function ImageVersionsPage({ params }: ImagePageProps) {
  return <VersionsPageContent image={imageOf((await params).image)} />;
}

/** Decodes the segment, which Next passes as it is in the address. */
function imageOf(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // An invalid percent encoding: the segment itself is the name.
    return segment;
  }
}
