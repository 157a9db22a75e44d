import { Card } from '../../../components/Card';
import { useTexts } from '../../../i18n';
import { AvatarSetting } from './AvatarSetting';
import { AreaSetting, Pair, TextSetting, ToggleSetting } from './fields';
import {
  CategorySetting,
  LanguageSetting,
  TimezoneSetting,
  TypeSetting,
  VisibilitySetting,
} from './general-settings';
import styles from './settings.module.css';

export function GeneralTab() {
  const { t } = useTexts();
  return (
    <>
      <Card title={t('bots:parts.about')}>
        <div className={styles.form}>
          <Pair>
            <TypeSetting />
            <CategorySetting />
          </Pair>
          <AreaSetting field="description" hint={t('bots:hints.description')} />
          <Pair>
            <LanguageSetting hint={t('bots:hints.language')} />
            <TimezoneSetting />
          </Pair>
          <VisibilitySetting />
          <AvatarSetting />
        </div>
      </Card>
      <Card title={t('bots:parts.company')}>
        <div className={styles.form}>
          <TextSetting field="companyName" hint={t('bots:hints.companyName')} />
        </div>
      </Card>
      <Card title={t('bots:parts.data')}>
        <ToggleSetting field="analyticsEnabled" hint={t('bots:hints.analyticsEnabled')} />
      </Card>
    </>
  );
}
