import { WhatIfPageContent } from "#components/versions/what-if-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Simulate a CloudProfile change") });

export default function WhatIfPage() {
  return <WhatIfPageContent />;
}
