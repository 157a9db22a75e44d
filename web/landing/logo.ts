import { type Html, html } from './html';

/** The mark of components/Logo.tsx: a speech bubble that is also the P of Parley; the answer is the dot inside. */
export function logo(): Html {
  return html`
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0c5a52"/>
      <path fill="#fff" d="${BUBBLE}"/>
      <circle cx="16" cy="14" r="3.6" fill="#f0a45c"/>
    </svg>`;
}

export const BUBBLE = 'M8 27.4V14a8 8 0 0 1 16 0 8 8 0 0 1-8 8h-1.6z';
