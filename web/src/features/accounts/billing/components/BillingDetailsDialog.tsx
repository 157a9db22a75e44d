import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { Combobox } from '#components/form/Combobox.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Muted } from '#components/layout.tsx';
import { useToast } from '#components/toasts.tsx';
import { type BillingDetails, UpdateBillingDetails } from '#contract/accounts/billing';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { currencyHere } from '#lib/currency';
import { useAuth } from '#lib/session/session';
import { countriesIn } from '../countries';
import { useUpdateDetails } from '../queries';
import styles from './billing.module.css';

const LINES = ['name', 'line1', 'line2', 'postalCode', 'city'] as const;
const AUTOCOMPLETE = {
  name: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  postalCode: 'postal-code',
  city: 'address-level2',
} as const;

export function BillingDetailsDialog({
  details,
  onClose,
}: {
  readonly details: BillingDetails | null;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const { account } = useAuth();
  const saving = useUpdateDetails();
  const [values, setValues] = useState<UpdateBillingDetails>(() => ({
    name: details?.name || account.name,
    line1: details?.line1 ?? '',
    line2: details?.line2 ?? '',
    postalCode: details?.postalCode ?? '',
    city: details?.city ?? '',
    country: details?.country || (currencyHere(language) === 'eur' ? 'DE' : 'US'),
    taxId: details?.taxId ?? '',
  }));
  const [isLooked, setLooked] = useState(false);
  const parsed = UpdateBillingDetails.safeParse(values);
  const isTaxIdWrong = saving.isError && errorCode(saving.error) === 'billing.tax_id_invalid';
  const set = (field: keyof UpdateBillingDetails) => (value: string) => {
    setValues({ ...values, [field]: value });
    if (isTaxIdWrong) saving.reset();
  };
  const problemOf = (field: keyof UpdateBillingDetails) => {
    if (field === 'taxId' && isTaxIdWrong) return 'errors:billing.tax_id_invalid' as const;
    const issue = isLooked && parsed.error?.issues.find(({ path }) => path[0] === field);
    if (!issue) return null;
    return issue.code === 'too_big'
      ? ('billing:details.long' as const)
      : ('billing:details.missing' as const);
  };
  const submit = () => {
    setLooked(true);
    if (!parsed.success) return;
    saving.mutate(parsed.data, {
      onSuccess: () => {
        toast({ kind: 'success', text: t('billing:details.saved') });
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t('billing:details.title')}
      submitLabel={t('billing:details.save')}
      busyLabel={t('billing:details.saving')}
      isBusy={saving.isPending}
      error={isTaxIdWrong ? null : saving.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Muted>{t('billing:details.lead')}</Muted>
      <div className={`stack ${styles.fields}`}>
        {LINES.map((field) => (
          <div key={field} data-field={field}>
            <TextInput
              label={t(`billing:details.${field}`)}
              autoComplete={AUTOCOMPLETE[field]}
              value={values[field]}
              onChange={({ target }) => set(field)(target.value)}
              problem={problemOf(field)}
            />
          </div>
        ))}
      </div>
      <Combobox
        label={t('billing:details.country')}
        value={values.country}
        options={countriesIn(language)}
        onChange={set('country')}
      />
      <TextInput
        label={t('billing:details.taxIdField')}
        descriptiveText={t('billing:details.taxIdHint')}
        autoComplete="off"
        value={values.taxId}
        onChange={({ target }) => set('taxId')(target.value)}
        problem={problemOf('taxId')}
      />
    </FormDialog>
  );
}
