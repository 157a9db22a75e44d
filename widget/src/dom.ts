const SVG = 'http://www.w3.org/2000/svg';

type Child = Node | string | null | undefined | false;

/** Builds an element; attributes named `on…` are listeners. Text is always text, never markup; a button sends nothing, and a form no page. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string | ((event: Event) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (name === 'button') element.setAttribute('type', name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  if (attributes.onsubmit) element.addEventListener('click', submit);
  element.append(...(children.filter(Boolean) as Node[]));
  return element;
}

/**
 * Done by script, Enter in a field included, since that clicks the button too: where a page stands in a frame that may
 * send no forms, the browser would do nothing.
 */
function submit(event: Event): void {
  if (!(event.target as Element).closest('[type=submit]')) return;
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  if (form.reportValidity()) form.dispatchEvent(new Event('submit'));
}

/** A line drawing, 24 by 24. */
export function icon(path: string): SVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'path');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.ariaHidden = 'true';
  line.setAttribute('d', path);
  picture.append(line);
  return picture;
}
