import { ForecastScreen } from "#components/forecast/forecast-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Forecast") });

export default function ForecastPage() {
  return <ForecastScreen />;
}
