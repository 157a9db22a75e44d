import { Card } from '#components/Card.tsx';
import { useTexts } from '#i18n/index';
import { AvatarSetting } from './AvatarSetting';
import { AreaSetting, Pair, TextSetting, ToggleSetting } from './fields';
import {
  CategorySetting,
  LanguageSetting,
  RetentionSetting,
  TimezoneSetting,
  TypeSetting,
  VisibilitySetting,
} from './general-settings';

export function GeneralTab() {
  const { t } = useTexts();
  return (
    <>
      <Card title={t('bots:parts.about')}>
        <div className="stack large">
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
        <div className="stack large">
          <TextSetting field="companyName" hint={t('bots:hints.companyName')} />
        </div>
      </Card>
      <Card title={t('bots:parts.data')}>
        <div className="stack large">
          <ToggleSetting field="analyticsEnabled" hint={t('bots:hints.analyticsEnabled')} />
          <RetentionSetting />
          <ToggleSetting field="maskEmails" hint={t('bots:hints.maskEmails')} />
          <ToggleSetting field="maskPhones" hint={t('bots:hints.maskPhones')} />
          <ToggleSetting field="maskCards" hint={t('bots:hints.maskCards')} />
        </div>
      </Card>
    </>
  );
}
