import type { Metadata } from "next";
import { OperationsScreen } from "#components/operations/operations-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Operations") };
}

export default function OperationsPage() {
  return <OperationsScreen />;
}
