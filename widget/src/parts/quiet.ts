/**
 * Closed or dismissed once by the visitor, the chat neither greets nor opens by itself again in this tab; where storage
 * is forbidden, on this page.
 */
export function isQuiet(widgetId: string): boolean {
  try {
    return keyOf(widgetId) in sessionStorage;
  } catch {
    return false;
  }
}

export function keepQuiet(widgetId: string): void {
  try {
    sessionStorage[keyOf(widgetId)] = 1;
  } catch {
    // The greeting has gone all the same.
  }
}

function keyOf(widgetId: string): string {
  return `parley.quiet.${widgetId}`;
}
