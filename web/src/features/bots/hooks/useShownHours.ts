import { type BusinessHours, GERMAN_STATES, Weekday } from '#contract/bots/business-hours';
import { formatCalendarDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { Day } from '../hours';
import type { HoursPart } from '../merge-configs';

/** Business hours as a person reads them: as a whole, and each of their parts by its name. */
export function useShownHours() {
  const { t, language } = useTexts();

  const shownDay = (hours: Day) =>
    hours.map(({ start, end }) => `${start}–${end}`).join(', ') || t('bots:hours.closed');
  const shownRegion = ({ country, state }: NonNullable<BusinessHours['holidays']>) => {
    const name = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
    const known = GERMAN_STATES.find((one) => one === state);
    return `${t('bots:hours.country')}: ${known ? `${name}, ${t(`bots:states.${known}`)}` : name}`;
  };
  const shownHolidays = (holidays: BusinessHours['holidays']) =>
    holidays ? shownRegion(holidays) : t('bots:hours.noHolidays');

  const nameOf = (part: HoursPart): string => {
    const weekday = Weekday.options.find((day) => day === part);
    if (weekday) return t(`bots:hours.days.${weekday}`);
    if (part === 'enabled') return t('bots:hours.enabled');
    return part === 'holidays' ? t('bots:hours.holidays') : formatCalendarDate(part, language);
  };
  const shownPart = ({ enabled, week, holidays, exceptions }: BusinessHours, part: HoursPart): string => {
    const weekday = Weekday.options.find((day) => day === part);
    if (weekday) return shownDay(week[weekday]);
    if (part === 'enabled') return t(enabled ? 'bots:values.on' : 'bots:values.off');
    if (part === 'holidays') return shownHolidays(holidays);
    const exception = exceptions.find(({ date }) => date === part);
    return exception ? shownDay(exception.hours) : t('bots:hours.noException');
  };
  const shownHours = ({ enabled, week, holidays, exceptions }: BusinessHours): string =>
    enabled
      ? [
          ...Weekday.options.map((day) => `${t(`bots:hours.days.${day}`)}: ${shownDay(week[day])}`),
          shownHolidays(holidays),
          ...exceptions.map(({ date, hours }) => `${formatCalendarDate(date, language)}: ${shownDay(hours)}`),
        ].join('\n')
      : t('bots:values.always');

  return { nameOf, shownPart, shownHours };
}
