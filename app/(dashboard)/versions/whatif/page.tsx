import type { Metadata } from "next";
import { WhatIfScreen } from "#components/versions/what-if-screen.tsx";

export const metadata: Metadata = { title: "Try a change of a CloudProfile" };

export default function WhatIfPage() {
  return <WhatIfScreen />;
}
