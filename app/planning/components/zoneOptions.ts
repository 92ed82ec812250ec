import type { Option } from "~/ui/options.tsx";
import { cityOf } from "../core/zoneNames.ts";

/** All zones by their cities. A search also finds the whole id, such as `Europe/Madrid`. */
export const zoneOptions = (chosen: string): readonly Option[] => {
  const all = Intl.supportedValuesOf("timeZone");
  return (all.includes(chosen) ? all : [chosen, ...all]).map((zone) => ({
    value: zone,
    label: cityOf(zone),
    lang: "en",
    translatedLabel: zone.replaceAll("_", " "),
  }));
};
