import type { Metadata } from "next";
import { RotationsScreen } from "#components/rotations/rotations-screen.tsx";

export const metadata: Metadata = { title: "Rotations" };

export default function RotationsPage() {
  return <RotationsScreen />;
}
