import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { config } from '#lib/config';
import { hostMode, rootUrl } from '#lib/hosts';

/** A link to a page of the public site, also from the app host. The start page is a document of its own. */
export function SiteLink({
  to,
  className,
  isCurrent = false,
  children,
}: {
  readonly to: string;
  readonly className?: string | undefined;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}) {
  const isHere = to !== '/' && hostMode(location.origin, config()) === 'root';
  return isHere ? (
    <Link to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  ) : (
    <a href={rootUrl(to, config())} className={className}>
      {children}
    </a>
  );
}
