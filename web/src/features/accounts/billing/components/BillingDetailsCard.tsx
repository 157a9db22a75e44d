import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { Muted, Stack } from '#components/layout.tsx';
import type { BillingDetails } from '#contract/accounts/billing';
import { useTexts } from '#i18n/index';
import { countryName } from '../countries';
import { paymentQuery } from '../queries';
import { BillingDetailsDialog } from './BillingDetailsDialog';

/** Whom invoices name. What can't be read is told above, where the payment is. */
export function BillingDetailsCard({ mayManage }: { readonly mayManage: boolean }) {
  const { t } = useTexts();
  const [isEditing, setEditing] = useState(false);
  const { data } = useQuery(paymentQuery());
  if (!data || (!data.details && !mayManage)) return null;
  const { details } = data;
  const hasAddress = details !== null && details.line1 !== '';
  return (
    <Card
      title={t('billing:details.title')}
      action={
        mayManage && (
          <Button size="small" onClick={() => setEditing(true)}>
            {t(hasAddress ? 'billing:details.edit' : 'billing:details.add')}
          </Button>
        )
      }
    >
      <Stack gap="small">
        {hasAddress ? <Address details={details} /> : <Muted>{t('billing:details.none')}</Muted>}
        {details?.taxId && <p>{t('billing:details.taxId', { taxId: details.taxId })}</p>}
        {details?.email && <Muted>{t('billing:details.mail', { email: details.email })}</Muted>}
      </Stack>
      {isEditing && <BillingDetailsDialog details={details} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function Address({ details }: { readonly details: BillingDetails }) {
  const { language } = useTexts();
  const { name, line1, line2, postalCode, city, country } = details;
  const lines = [
    name,
    line1,
    line2,
    [postalCode, city].filter(Boolean).join(' '),
    country && countryName(country, language),
  ].filter(Boolean);
  return (
    <address className="stack bare">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}
