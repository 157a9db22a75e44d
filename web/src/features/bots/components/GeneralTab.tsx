import { BotCategory, BotType, BotVisibility } from '../../../../../functions/contract/bot-config';
import { Card } from '../../../components/Card';
import { useTexts } from '../../../i18n';
import { LANGUAGES } from '../../../i18n/languages';
import { AvatarSetting } from './AvatarSetting';
import { AreaSetting, Pair, SelectSetting, TextSetting, ToggleSetting } from './fields';
import styles from './settings.module.css';

export function GeneralTab() {
  const { t } = useTexts();
  return (
    <>
      <Card title={t('bots:parts.about')}>
        <div className={styles.form}>
          <Pair>
            <SelectSetting
              field="type"
              options={BotType.options.map((value) => ({ value, label: t(`bots:types.${value}`) }))}
            />
            <SelectSetting
              field="category"
              none={t('bots:form.none')}
              options={BotCategory.options.map((value) => ({ value, label: t(`bots:categories.${value}`) }))}
            />
          </Pair>
          <AreaSetting field="description" hint={t('bots:hints.description')} />
          <Pair>
            <SelectSetting
              field="language"
              hint={t('bots:hints.language')}
              options={LANGUAGES.map(({ code }) => ({ value: code, label: t(`common:languages.${code}`) }))}
            />
            <SelectSetting
              field="timezone"
              hint={t('bots:hints.timezone')}
              options={TIME_ZONES.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            />
          </Pair>
          <SelectSetting
            field="visibility"
            options={BotVisibility.options.map((value) => ({
              value,
              label: t(`bots:visibilities.${value}`),
            }))}
          />
        </div>
      </Card>
      <Card title={t('bots:parts.company')}>
        <div className={styles.form}>
          <TextSetting field="companyName" hint={t('bots:hints.companyName')} />
          <AvatarSetting />
        </div>
      </Card>
      <Card title={t('bots:parts.data')}>
        <ToggleSetting field="analyticsEnabled" hint={t('bots:hints.analyticsEnabled')} />
      </Card>
    </>
  );
}

const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
