import type { BotConfig } from '../../../../../functions/contract/bot-config';
import { type BusinessHours, Weekday } from '../../../../../functions/contract/business-hours';
import { useTexts } from '../../../i18n';
import { formatCalendarDate, formatNumber } from '../../../i18n/format';
import type { SettingField } from '../settings';

/** A setting's value as a person reads it. */
export function useShownValue(): (field: SettingField, config: BotConfig) => string {
  const { t, language } = useTexts();

  const hoursOf = (hours: BusinessHours['week'][Weekday]) =>
    hours.map(({ start, end }) => `${start}–${end}`).join(', ') || t('bots:hours.closed');
  const shownHours = ({ enabled, week, holidays, exceptions }: BusinessHours) => {
    if (!enabled) return t('bots:values.always');
    const region = holidays && [holidays.country, holidays.state].filter(Boolean).join('-');
    return [
      ...Weekday.options.map((day) => `${t(`bots:hours.days.${day}`)}: ${hoursOf(week[day])}`),
      region ? `${t('bots:hours.country')}: ${region}` : t('bots:hours.noHolidays'),
      ...exceptions.map(({ date, hours }) => `${formatCalendarDate(date, language)}: ${hoursOf(hours)}`),
    ].join('\n');
  };

  return (field, config) => {
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
        return config.flow
          ? t('bots:values.steps', { count: config.flow.steps.length })
          : t('bots:values.empty');
    }
    const value = config[field];
    if (typeof value === 'boolean') return t(value ? 'bots:values.on' : 'bots:values.off');
    if (typeof value === 'number') return formatNumber(value, language);
    if (Array.isArray(value)) return value.join('\n') || t('bots:values.empty');
    return value || t('bots:values.empty');
  };
}
