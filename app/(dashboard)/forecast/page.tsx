import type { Metadata } from "next";
import { ForecastScreen } from "#components/forecast/forecast-screen.tsx";

export const metadata: Metadata = { title: "Forecast" };

export default function ForecastPage() {
  return <ForecastScreen />;
}
