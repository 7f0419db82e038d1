import { ForecastPageContent } from "#components/forecast/forecast-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Forecast") });

export default function ForecastPage() {
  return <ForecastPageContent />;
}
