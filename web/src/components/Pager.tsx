import { Button } from '@aws-amplify/ui-react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { Row } from './layout';
import styles from './Pager.module.css';

/** Turns the pages of a list that is here as a whole. Nothing of one that has a single page. */
export function Pager({
  page,
  size,
  total,
  label,
  onPage,
}: {
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly label: string;
  readonly onPage: (page: number) => void;
}) {
  const { t, language } = useTexts();
  if (total <= size) return null;
  const number = (value: number) => formatNumber(value, language);
  return (
    <nav className={`muted row apart loose ${styles.pager}`} aria-label={label}>
      <p role="status">
        {t('common:pager.range', {
          from: number(page * size + 1),
          to: number(Math.min(total, (page + 1) * size)),
          total: number(total),
        })}
      </p>
      <Row gap="small">
        <Button size="small" isDisabled={page === 0} onClick={() => onPage(page - 1)}>
          <ChevronLeft size={16} aria-hidden="true" />
          {t('common:pager.previous')}
        </Button>
        <Button size="small" isDisabled={(page + 1) * size >= total} onClick={() => onPage(page + 1)}>
          {t('common:pager.next')}
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
      </Row>
    </nav>
  );
}
