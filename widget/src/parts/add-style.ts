/** Adds a part's rules, before the customer's own, which stay the last. */
export function addStyle(host: HTMLElement, ...css: readonly string[]): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css.join(''));
  host.shadowRoot?.adoptedStyleSheets.splice(-1, 0, sheet);
}
