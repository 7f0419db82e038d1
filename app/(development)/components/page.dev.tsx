import type { Metadata } from "next";
import { ComponentCatalogue } from "#components/catalogue/catalogue.tsx";

export const metadata: Metadata = { title: "Components" };

export default function Page() {
  return <ComponentCatalogue />;
}
