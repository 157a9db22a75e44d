import { Html } from '../html';

/** Drawn in attributes only, so that no policy on styles touches them. */
function picture(viewBox: string, shapes: string): Html {
  return new Html(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" aria-hidden="true" focusable="false">${shapes}</svg>`,
  );
}

export const PICTURES = {
  logo: picture(
    '0 0 32 32',
    '<rect width="32" height="32" rx="16" fill="#244c3b"/><path d="M16 6v20M16 13l-5-4M16 17l5-4M16 21l-5-4" stroke="#f4efe4" stroke-width="2.2" stroke-linecap="round" fill="none"/>',
  ),
  hero: picture(
    '0 0 480 320',
    '<rect width="480" height="320" fill="#dfe7df"/><circle cx="372" cy="84" r="38" fill="#f2b544"/><path d="M0 214 96 118l66 62 84-104 112 132 52-50 70 66v96H0z" fill="#8fae9c"/><path d="M0 250l84-54 92 46 116-60 188 66v72H0z" fill="#4d7a63"/><path d="M0 286q120-34 240-14t240-6v54H0z" fill="#244c3b"/><path d="M168 276l62-86 62 86z" fill="#d9622b"/><path d="M230 190l62 86h-38z" fill="#b84c1c"/><path d="M230 216l22 60h-44z" fill="#3a1c10"/><path d="M92 270v-52M92 232l-14-12M92 246l14-12M400 276v-64M400 232l-16-12M400 248l16-12" stroke="#f4efe4" stroke-width="5" stroke-linecap="round" fill="none"/>',
  ),
  tent: picture(
    '0 0 200 150',
    '<rect width="200" height="150" fill="#f7e3d6"/><path d="M28 122l72-92 72 92z" fill="#d9622b"/><path d="M100 30l72 92h-44z" fill="#b84c1c"/><path d="M100 62l26 60H74z" fill="#3a1c10"/><path d="M14 122h172" stroke="#244c3b" stroke-width="5" stroke-linecap="round"/>',
  ),
  pack: picture(
    '0 0 200 150',
    '<rect width="200" height="150" fill="#dfe7df"/><rect x="66" y="26" width="68" height="104" rx="22" fill="#244c3b"/><rect x="76" y="76" width="48" height="44" rx="9" fill="#4d7a63"/><path d="M84 26q0-14 16-14t16 14" stroke="#244c3b" stroke-width="6" fill="none"/><path d="M76 54h48M100 76v14" stroke="#f2b544" stroke-width="5" stroke-linecap="round"/><path d="M66 58q-14 8-10 46M134 58q14 8 10 46" stroke="#4d7a63" stroke-width="7" fill="none" stroke-linecap="round"/>',
  ),
  bag: picture(
    '0 0 200 150',
    '<rect width="200" height="150" fill="#e4e3ef"/><path d="M30 84q0-36 42-36h66q34 0 34 36t-34 36H72q-42 0-42-36z" fill="#4a4f7c"/><path d="M58 50q-14 34 0 68M92 48v72M126 48v72" stroke="#6f75a8" stroke-width="5" fill="none"/><ellipse cx="150" cy="84" rx="15" ry="24" fill="#f2b544"/>',
  ),
  stove: picture(
    '0 0 200 150',
    '<rect width="200" height="150" fill="#f6ecd0"/><path d="M68 130l6-34h52l6 34z" fill="#4d7a63"/><rect x="90" y="78" width="20" height="20" fill="#8a8f98"/><path d="M70 76h60" stroke="#53585f" stroke-width="7" stroke-linecap="round"/><path d="M82 76l-10-20M118 76l10-20" stroke="#53585f" stroke-width="5" stroke-linecap="round"/><path d="M100 18q22 22 12 40-4 8-12 8t-12-8q-10-18 12-40z" fill="#d9622b"/><path d="M100 38q10 12 5 21-2 4-5 4t-5-4q-5-9 5-21z" fill="#f2b544"/>',
  ),
} satisfies Readonly<Record<string, Html>>;
