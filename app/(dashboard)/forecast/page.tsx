import type { Metadata } from "next";
import { ForecastScreen } from "#components/forecast/forecast-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Forecast") };
}

export default function ForecastPage() {
  return <ForecastScreen />;
}
