import type { Metadata } from "next";
import { SessionScreen } from "#components/session/session-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Your session") };
}

export default function SessionPage() {
  return <SessionScreen />;
}
