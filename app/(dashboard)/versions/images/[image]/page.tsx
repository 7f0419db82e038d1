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

/** Decodes the URL segment with the image name: Next.js passes it percent-encoded. */
function imageOf(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // The percent encoding is invalid, so the segment is used as the image name without decoding.
    return segment;
  }
}
