import { Button, SelectField } from '@aws-amplify/ui-react';
import { RotateCcw } from 'lucide-react';
import { Options } from '#components/form/Options.tsx';
import { ButtonStyle, WidgetMode, WidgetPosition, WidgetSize, WidgetTheme } from '#contract/bots/bot-config';
import type { PublicBot } from '#contract/bots/public-bot';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { Segmented } from '../../../components/Segmented';
import { ColourField } from './ColourField';
import styles from './WidgetControls.module.css';

const COLOURS = ['primaryColor', 'secondaryColor', 'accentColor'] as const;
export type WidgetLook = Pick<
  PublicBot,
  'mode' | 'position' | 'theme' | 'size' | 'buttonStyle' | (typeof COLOURS)[number]
>;

/** What of a chat's look can be tried out. Nothing of it is saved. */
export function WidgetControls({
  look,
  onChange,
  onReset,
  hasMode = true,
}: {
  readonly look: WidgetLook;
  readonly onChange: (change: Partial<WidgetLook>) => void;
  /** Null while nothing was changed. */
  readonly onReset: (() => void) | null;
  readonly hasMode?: boolean;
}) {
  const { t } = useTexts();
  return (
    <div className={`stack large ${styles.controls}`}>
      {hasMode && (
        <Segmented
          label={t('preview:mode')}
          value={look.mode}
          onChange={(mode) => onChange({ mode })}
          options={WidgetMode.options.map((value) => ({ value, label: t(`preview:modes.${value}`) }))}
        />
      )}
      <Choice
        label="preview:position"
        value={look.position}
        options={WidgetPosition.options.map((value) => [value, t(`preview:positions.${value}`)])}
        onChange={(position) => onChange({ position: WidgetPosition.parse(position) })}
      />
      <Segmented
        label={t('preview:theme')}
        value={look.theme}
        onChange={(theme) => onChange({ theme })}
        options={WidgetTheme.options.map((value) => ({ value, label: t(`preview:themes.${value}`) }))}
      />
      <fieldset className={`stack small ${styles.colours}`}>
        <legend>{t('preview:colours')}</legend>
        {COLOURS.map((name) => (
          <ColourField
            key={name}
            isInRow
            label={t(`preview:colour.${name}`)}
            value={look[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </fieldset>
      <div className={`stack ${styles.pair}`}>
        <Choice
          label="preview:size"
          value={look.size}
          options={WidgetSize.options.map((value) => [value, t(`preview:sizes.${value}`)])}
          onChange={(size) => onChange({ size: WidgetSize.parse(size) })}
        />
        <Choice
          label="preview:buttonStyle"
          value={look.buttonStyle}
          options={ButtonStyle.options.map((value) => [value, t(`preview:buttonStyles.${value}`)])}
          onChange={(style) => onChange({ buttonStyle: ButtonStyle.parse(style) })}
        />
      </div>
      <Button size="small" isDisabled={!onReset} onClick={() => onReset?.()}>
        <RotateCcw size={15} aria-hidden="true" />
        {t('preview:reset')}
      </Button>
    </div>
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: TranslationKey;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTexts();
  return (
    <SelectField label={t(label)} value={value} onChange={({ target }) => onChange(target.value)}>
      <Options of={options} value={([name]) => name}>
        {([, text]) => text}
      </Options>
    </SelectField>
  );
}
