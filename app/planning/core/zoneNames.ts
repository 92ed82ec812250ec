/** Names of time zones for people. Their ids, such as `America/Argentina/Buenos_Aires`, are English. */

/** `America/Argentina/Buenos_Aires` → `Buenos Aires`. */
export const cityOf = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** Returns `Central European Time (Madrid)` in the language of the tag, or the city alone if the zone has no such name. */
export function zoneName(languageTag: string, zone: string): string {
  try {
    // The name depends on whether the zone changes its clocks in that year.
    const parts = new Intl.DateTimeFormat(languageTag, { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts();
    const name = parts.find(({ type }) => type === "timeZoneName")?.value;
    return name === undefined || name.startsWith("GMT") ? cityOf(zone) : `${name} (${cityOf(zone)})`;
  } catch {
    return cityOf(zone);
  }
}
