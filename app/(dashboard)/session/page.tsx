import type { Metadata } from "next";
import { SessionScreen } from "#components/session/session-screen.tsx";

export const metadata: Metadata = { title: "Your session" };

export default function SessionPage() {
  return <SessionScreen />;
}
