import type { ReactNode } from 'react';

interface LayoutProps {
  readonly gap?: 'small' | 'medium' | 'large';
  readonly children: ReactNode;
}

/** One below the other: `.stack` of layout.css, as the rest here. */
export function Stack({ gap = 'medium', children }: LayoutProps) {
  return <div className={`stack ${gap}`}>{children}</div>;
}

/** Beside one another, as far as there is room. */
export function Row({ gap = 'medium', children }: LayoutProps) {
  return <div className={`row ${gap}`}>{children}</div>;
}

/** What is said beside the matter. */
export function Muted({ children }: { readonly children: ReactNode }) {
  return <p className="muted">{children}</p>;
}
