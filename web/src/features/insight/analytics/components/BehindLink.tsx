import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** What leads to the conversations behind it, where anybody may see them. */
export function BehindLink({
  to,
  children,
}: {
  readonly to: string | undefined;
  readonly children: ReactNode;
}) {
  return to ? <Link to={to}>{children}</Link> : children;
}
