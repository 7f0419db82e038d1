import type { Metadata } from "next";
import { WhatIfScreen } from "#components/versions/what-if-screen.tsx";

export const metadata: Metadata = { title: "Simulate a CloudProfile change" };

export default function WhatIfPage() {
  return <WhatIfScreen />;
}
