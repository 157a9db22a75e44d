/** A passage's heading as it stands beside the title of its document: without that, or null where it says no more. */
export function headingUnder(title: string, heading: string | null | undefined): string | null {
  if (heading == null || heading === title) return null;
  return heading.startsWith(`${title} › `) ? heading.slice(`${title} › `.length) : heading;
}
