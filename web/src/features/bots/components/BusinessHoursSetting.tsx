import { Button, SelectField } from '@aws-amplify/ui-react';
import { CopyPlus, Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Options } from '#components/form/Options.tsx';
import { Toggle } from '#components/Toggle.tsx';
import {
  type BusinessHours,
  CalendarDate,
  GERMAN_STATES,
  HOLIDAY_COUNTRIES,
  Weekday,
} from '#contract/bots/business-hours';
import { formatCalendarDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useSetting } from '../hooks/useSetting';
import { copyToWorkdays, type Day, dayProblem, fromField, MAX_SPANS, toField, withSpan } from '../hours';
import { TimezoneSetting } from './general-settings';
import styles from './settings.module.css';

/** When people are there: weekdays with any number of spans, public holidays, and single days of their own. */
export function BusinessHoursSetting() {
  const { t } = useTexts();
  const { value: hours, set, ref } = useSetting('businessHours');
  const parts = useRef<HTMLDivElement>(null);
  const setDay = (day: Weekday, spans: Day) => set({ ...hours, week: { ...hours.week, [day]: spans } });
  // Saving focuses what is wrong: of these many fields the first that is.
  const focus = () => {
    const find = (selector: string) => parts.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid=true]') ?? find('[role=switch]'))?.focus();
  };
  return (
    <div
      ref={(element) => {
        parts.current = element;
        ref(element && { focus });
      }}
      className="stack large"
    >
      <Toggle
        label={t('bots:hours.enabled')}
        hint={t('bots:hours.enabledHint')}
        checked={hours.enabled}
        onChange={(enabled) => set({ ...hours, enabled })}
      />
      {hours.enabled && (
        <>
          <TimezoneSetting hint={t('bots:hints.timezone')} />
          <div className="stack bare">
            {Weekday.options.map((day) => (
              <DayHours
                key={day}
                name={t(`bots:hours.days.${day}`)}
                spans={hours.week[day]}
                onChange={(spans) => setDay(day, spans)}
              />
            ))}
          </div>
          <div>
            <Button size="small" onClick={() => set({ ...hours, week: copyToWorkdays(hours.week) })}>
              <CopyPlus size={16} aria-hidden="true" />
              {t('bots:hours.copy')}
            </Button>
          </div>
          <Holidays holidays={hours.holidays} onChange={(holidays) => set({ ...hours, holidays })} />
          <Exceptions
            exceptions={hours.exceptions}
            onChange={(exceptions) => set({ ...hours, exceptions: [...exceptions] })}
          />
        </>
      )}
    </div>
  );
}

function DayHours({
  name,
  spans,
  onChange,
  onRemove,
}: {
  readonly name: string;
  readonly spans: Day;
  readonly onChange: (spans: Day) => void;
  /** Of a special day: takes the day out of the list. */
  readonly onRemove?: () => void;
}) {
  const { t } = useTexts();
  const id = useId();
  const problem = dayProblem(spans);
  const change = (at: number, part: 'start' | 'end', time: string) =>
    onChange(spans.map((span, index) => (index === at ? { ...span, [part]: fromField(time, part) } : span)));
  return (
    <fieldset className={styles.day} aria-describedby={problem ? id : undefined}>
      <legend className="amplify-visually-hidden">{name}</legend>
      <span className={styles.dayName} aria-hidden="true">
        {name}
      </span>
      <div className={`stack small ${styles.spans}`}>
        {spans.length === 0 && <span className={styles.closed}>{t('bots:hours.closed')}</span>}
        {spans.map(({ start, end }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span is known by its place in the day
          <div key={at} className={styles.span}>
            <input
              type="time"
              aria-label={t('bots:hours.from', { day: name })}
              aria-invalid={problem !== null}
              value={toField(start)}
              onChange={({ target }) => change(at, 'start', target.value)}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              aria-label={t('bots:hours.to', { day: name })}
              aria-invalid={problem !== null}
              value={toField(end)}
              onChange={({ target }) => change(at, 'end', target.value)}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={t('bots:hours.remove', { number: at + 1, day: name })}
              onClick={() => onChange(spans.filter((_, index) => index !== at))}
            >
              <X size={16} aria-hidden="true" />
            </button>
          </div>
        ))}
        <span id={id} className="problem" role="status">
          {problem ? t(`bots:hours.problems.${problem}`) : ''}
        </span>
      </div>
      <div className={styles.span}>
        {spans.length < MAX_SPANS && (
          <button
            type="button"
            className="icon-button"
            aria-label={t('bots:hours.add', { day: name })}
            title={t('bots:hours.add', { day: name })}
            onClick={() => onChange(withSpan(spans))}
          >
            <Plus size={18} aria-hidden="true" />
          </button>
        )}
        {onRemove && (
          <button
            type="button"
            className="icon-button"
            aria-label={t('bots:hours.removeDay', { day: name })}
            onClick={onRemove}
          >
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </div>
    </fieldset>
  );
}

function Holidays({
  holidays,
  onChange,
}: {
  readonly holidays: BusinessHours['holidays'];
  readonly onChange: (holidays: BusinessHours['holidays']) => void;
}) {
  const { t, language } = useTexts();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = HOLIDAY_COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code }));
  const order = new Intl.Collator(language);
  return (
    <div className={`stack large ${styles.pair}`}>
      <SelectField
        label={t('bots:hours.country')}
        value={holidays?.country ?? ''}
        onChange={({ target }) =>
          onChange(target.value === '' ? null : { country: target.value, state: null })
        }
      >
        <option value="">{t('bots:hours.noHolidays')}</option>
        <Options
          of={countries.toSorted((one, other) => order.compare(one.name, other.name))}
          value={({ code }) => code}
        >
          {({ name }) => name}
        </Options>
      </SelectField>
      {holidays?.country === 'DE' && (
        <SelectField
          label={t('bots:hours.state')}
          value={holidays.state ?? ''}
          onChange={({ target }) => onChange({ ...holidays, state: target.value || null })}
        >
          <option value="">{t('bots:hours.anyState')}</option>
          <Options of={GERMAN_STATES}>{(state) => t(`bots:states.${state}`)}</Options>
        </SelectField>
      )}
    </div>
  );
}

type Exceptions = BusinessHours['exceptions'];

function Exceptions({
  exceptions,
  onChange,
}: {
  readonly exceptions: Exceptions;
  readonly onChange: (exceptions: Exceptions) => void;
}) {
  const { t, language } = useTexts();
  const [date, setDate] = useState('');
  const id = useId();
  const isNew = CalendarDate.safeParse(date).success && !exceptions.some((known) => known.date === date);
  return (
    <section aria-labelledby={id} className="stack large">
      <div>
        <h3 id={id}>{t('bots:hours.exceptions')}</h3>
        <p className="faint">{t('bots:hours.exceptionsHint')}</p>
      </div>
      {exceptions.length > 0 && (
        <div className="stack bare">
          {exceptions.map((exception) => (
            <DayHours
              key={exception.date}
              name={formatCalendarDate(exception.date, language)}
              spans={exception.hours}
              onChange={(hours) =>
                onChange(exceptions.map((other) => (other === exception ? { ...exception, hours } : other)))
              }
              onRemove={() => onChange(exceptions.filter((other) => other !== exception))}
            />
          ))}
        </div>
      )}
      <div className={styles.span}>
        <input
          type="date"
          aria-label={t('bots:hours.date')}
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
        <Button
          size="small"
          isDisabled={!isNew || exceptions.length >= 100}
          onClick={() => {
            const next = [...exceptions, { date, hours: [] }];
            onChange(next.sort((one, other) => one.date.localeCompare(other.date)));
            setDate('');
          }}
        >
          <Plus size={16} aria-hidden="true" />
          {t('bots:hours.addDay')}
        </Button>
      </div>
    </section>
  );
}
