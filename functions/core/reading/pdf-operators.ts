/** A page as pdf.js would draw it. */
export interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

export type Ops = typeof import('pdfjs-dist/legacy/build/pdf.mjs').OPS;
