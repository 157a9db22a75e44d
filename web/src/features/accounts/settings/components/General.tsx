import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { TimeZoneField } from '#components/form/TimeZoneField.tsx';
import { LanguageSwitch } from '#components/LanguageSwitch.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { useToast } from '#components/toasts.tsx';
import { chooseDateFormat, DATE_FORMATS, useDateFormat } from '#i18n/date-format';
import { useTexts } from '#i18n/index';
import { useAuth, usePermission } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { useSaveTimeZone } from '../queries';
import styles from './settings.module.css';

export function General() {
  const { t } = useTexts();
  return (
    <>
      <Card title={t('settings:general.language')} lead={t('settings:general.languageText')}>
        <LanguageSwitch compact={false} />
      </Card>
      <DateFormatCard />
      <TimeZoneCard />
    </>
  );
}

function DateFormatCard() {
  const { t } = useTexts();
  return (
    <Card title={t('settings:general.date')} lead={t('settings:general.dateText')}>
      <Segmented
        label={t('settings:general.date')}
        labelHidden
        value={useDateFormat()}
        options={DATE_FORMATS.map((value) => ({ value, label: t(`settings:general.dates.${value}`) }))}
        onChange={chooseDateFormat}
      />
    </Card>
  );
}

function TimeZoneCard() {
  const { t } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const mayEdit = usePermission('settings.edit');
  const { account } = useAuth();
  const [chosen, setChosen] = useState<string | null>(null);
  const save = useSaveTimeZone();
  const zone = chosen ?? account.timeZone;
  return (
    <Card title={t('settings:general.zone')} lead={t('settings:general.zoneText')}>
      {!mayEdit && <p className="muted">{t('settings:general.zoneOwner')}</p>}
      <div className={styles.field}>
        <TimeZoneField
          label={t('settings:general.zone')}
          labelHidden
          value={zone}
          isDisabled={!mayEdit}
          onChange={setChosen}
        />
      </div>
      {mayEdit && (
        <Button
          variation="primary"
          isDisabled={zone === account.timeZone}
          isLoading={save.isPending}
          loadingText={t('settings:general.zoneSave')}
          onClick={() =>
            save.mutate(zone, {
              onSuccess: () => toast({ kind: 'success', text: t('settings:general.zoneSaved') }),
              onError: tellError,
            })
          }
        >
          {t('settings:general.zoneSave')}
        </Button>
      )}
    </Card>
  );
}
