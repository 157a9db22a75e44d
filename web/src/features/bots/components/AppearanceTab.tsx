import { useWatch } from 'react-hook-form';
import { Card } from '#components/Card.tsx';
import {
  type BotConfig,
  ButtonStyle,
  FontFamily,
  WidgetMode,
  WidgetPosition,
  WidgetShadow,
  WidgetSize,
  WidgetTheme,
} from '#contract/bots/bot-config';
import { useTexts } from '#i18n/index';
import { ColourSetting } from './ColourSetting';
import { ContrastNotice } from './ContrastNotice';
import { CustomCssSetting } from './CustomCssSetting';
import { ChoiceSetting, NumberSetting, Pair, SelectSetting, TextSetting, ToggleSetting } from './fields';
import styles from './settings.module.css';

export function AppearanceTab() {
  const { t } = useTexts();
  const mode = useWatch<BotConfig, 'mode'>({ name: 'mode' });
  return (
    <>
      <Card title={t('bots:parts.colours')}>
        <div className="stack large">
          <ChoiceSetting
            field="theme"
            options={WidgetTheme.options.map((value) => ({ value, label: t(`bots:themes.${value}`) }))}
          />
          <div className={`stack ${styles.colours}`}>
            <ColourSetting field="primaryColor" />
            <ColourSetting field="secondaryColor" />
            <ColourSetting field="accentColor" />
          </div>
          <ContrastNotice />
        </div>
      </Card>
      <Card title={t('bots:parts.type')}>
        <div className="stack large">
          <Pair>
            <SelectSetting
              field="fontFamily"
              options={FontFamily.options.map((value) => ({ value, label: t(`bots:fonts.${value}`) }))}
            />
            <NumberSetting field="fontSize" min={12} max={20} />
          </Pair>
          <Pair>
            <ChoiceSetting
              field="buttonStyle"
              options={ButtonStyle.options.map((value) => ({
                value,
                label: t(`bots:buttonStyles.${value}`),
              }))}
            />
            <NumberSetting field="borderRadius" min={0} max={32} />
          </Pair>
          <ChoiceSetting
            field="shadow"
            options={WidgetShadow.options.map((value) => ({ value, label: t(`bots:shadows.${value}`) }))}
          />
        </div>
      </Card>
      <Card title={t('bots:parts.place')}>
        <div className="stack large">
          <ChoiceSetting
            field="mode"
            hint={t(`bots:modeHints.${mode}`)}
            options={WidgetMode.options.map((value) => ({ value, label: t(`bots:modes.${value}`) }))}
          />
          <Pair>
            {mode !== 'embedded' && (
              <SelectSetting
                field="position"
                options={WidgetPosition.options.map((value) => ({
                  value,
                  label: t(`bots:positions.${value}`),
                }))}
              />
            )}
            <ChoiceSetting
              field="size"
              options={WidgetSize.options.map((value) => ({ value, label: t(`bots:sizes.${value}`) }))}
            />
          </Pair>
          {mode !== 'floating' && (
            <>
              <Pair>
                <TextSetting field="embeddedWidth" hint={t('bots:hints.embedded')} />
                <TextSetting field="embeddedHeight" hint={t('bots:hints.embedded')} />
              </Pair>
              <ToggleSetting field="responsive" hint={t('bots:hints.responsive')} />
            </>
          )}
          <ToggleSetting field="showBranding" hint={t('bots:hints.showBranding')} />
        </div>
      </Card>
      <Card title={t('bots:parts.css')}>
        <CustomCssSetting />
      </Card>
    </>
  );
}
