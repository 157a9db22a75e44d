import { Button } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import styles from './FloatingAction.module.css';
import { LinkButton } from './LinkButton';

/** What is most wanted on a page, one a page: a button in its place, which floats at the thumb on a phone. */
export function FloatingAction({
  icon,
  children,
  ...action
}: ({ readonly to: string } | { readonly onClick: () => void }) & {
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.action} data-floating="">
      {'to' in action ? (
        <LinkButton to={action.to} variation="primary">
          {icon}
          {children}
        </LinkButton>
      ) : (
        <Button variation="primary" onClick={action.onClick}>
          {icon}
          {children}
        </Button>
      )}
    </span>
  );
}
