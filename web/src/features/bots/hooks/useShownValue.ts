import type { BotConfig } from '#contract/bots/bot-config';
import { useShownFlow } from '#features/bots/use-shown-flow.ts';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { SettingField } from '../settings';
import { useShownHours } from './useShownHours';

/** A setting's value as a person reads it beside the one of `other`: of a long one, what differs. */
export function useShownValue(): (field: SettingField, config: BotConfig, other: BotConfig) => string {
  const { t, language } = useTexts();
  const { shownHours } = useShownHours();
  const { shownFlow } = useShownFlow();

  return (field, config, other) => {
    switch (field) {
      case 'type':
        return t(`bots:types.${config.type}`);
      case 'category':
        return config.category ? t(`bots:categories.${config.category}`) : t('bots:form.none');
      case 'visibility':
        return t(`bots:visibilities.${config.visibility}`);
      case 'language':
        return t(`common:languages.${config.language}`);
      case 'theme':
        return t(`bots:themes.${config.theme}`);
      case 'buttonStyle':
        return t(`bots:buttonStyles.${config.buttonStyle}`);
      case 'fontFamily':
        return t(`bots:fonts.${config.fontFamily}`);
      case 'position':
        return t(`bots:positions.${config.position}`);
      case 'size':
        return t(`bots:sizes.${config.size}`);
      case 'mode':
        return t(`bots:modes.${config.mode}`);
      case 'shadow':
        return t(`bots:shadows.${config.shadow}`);
      case 'escalationTrigger':
        return t(`bots:triggers.${config.escalationTrigger}`);
      case 'businessHours':
        return shownHours(config.businessHours);
      case 'flow':
        return shownFlow(config.flow, other.flow);
    }
    const value = config[field];
    if (typeof value === 'boolean') return t(value ? 'bots:values.on' : 'bots:values.off');
    if (typeof value === 'number') return formatNumber(value, language);
    if (Array.isArray(value)) return value.join('\n') || t('bots:values.empty');
    return value || t('bots:values.empty');
  };
}
