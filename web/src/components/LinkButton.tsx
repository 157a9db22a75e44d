import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface LinkButtonProps {
  /** A path of this site, or an address of another. */
  readonly to: string;
  readonly variation?: 'primary' | 'link' | 'outlined';
  readonly size?: 'small' | 'large';
  /** For the page that it leads to, kept in its history entry. */
  readonly state?: object;
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({ to, variation = 'outlined', size, state, children }: LinkButtonProps) {
  const className = [
    'amplify-button',
    variation === 'outlined' ? '' : `amplify-button--${variation}`,
    size ? `amplify-button--${size}` : '',
  ].join(' ');
  return /^(https?|mailto):/.test(to) ? (
    <a className={className} href={to}>
      {children}
    </a>
  ) : (
    <Link className={className} to={to} state={state}>
      {children}
    </Link>
  );
}
