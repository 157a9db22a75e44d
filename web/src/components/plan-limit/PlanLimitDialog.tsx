import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { MetLimit } from '#components/plan-limit/limit-reached.ts';
import { useTexts } from '#i18n/index';
import { Dialog } from '../Dialog';
import { PlanLimitNotice } from './PlanLimitNotice';

/** A limit that was met by a button which has no place beside it for the notice. */
export function PlanLimitDialog({
  limit,
  onClose,
}: {
  readonly limit: MetLimit;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { key } = useLocation();
  const opened = useRef(key);
  // A way on may lead to the page below.
  useEffect(() => {
    if (key !== opened.current) onClose();
  }, [key, onClose]);
  return (
    <Dialog title={t('common:planLimit.title')} onClose={onClose}>
      <PlanLimitNotice limit={limit} />
    </Dialog>
  );
}
