import type { Metadata } from "next";
import { RotationsScreen } from "#components/rotations/rotations-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Rotations") };
}

export default function RotationsPage() {
  return <RotationsScreen />;
}
