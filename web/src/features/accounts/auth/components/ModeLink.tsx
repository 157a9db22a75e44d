import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type AuthMode, pathOf } from '../modes';

/** Switches the screen; where the person was going and what they came for stay in the address. */
export function ModeLink({ mode, children }: { readonly mode: AuthMode; readonly children: ReactNode }) {
  const { search } = useLocation();
  return <Link to={{ pathname: pathOf(mode), search }}>{children}</Link>;
}
