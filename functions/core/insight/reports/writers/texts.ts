import type { Language } from '#contract/accounts/profile';

/** Words of the frame around a report's figures. */
export interface WriterTexts {
  readonly metric: string;
  readonly value: string;
  readonly unit: string;
  readonly previous: string;
  readonly change: string;
  readonly category: string;
  /** The sheet that says what a workbook is, and what sheets of key figures and of charts are called with. */
  readonly about: string;
  readonly figures: string;
  readonly chart: string;
  readonly period: string;
  readonly subject: string;
  readonly created: string;
  readonly yes: string;
  readonly no: string;
  readonly noRows: string;
  readonly page: string;
  readonly timeZone: string;
}

export const WRITER_TEXTS: Readonly<Record<Language, WriterTexts>> = {
  en: {
    metric: 'Figure',
    value: 'Value',
    unit: 'Unit',
    previous: 'Period before',
    change: 'Change',
    category: 'Category',
    about: 'About this report',
    figures: 'key figures',
    chart: 'chart',
    period: 'Period',
    subject: 'Account',
    created: 'Created',
    yes: 'Yes',
    no: 'No',
    noRows: 'There is nothing in this period.',
    page: 'Page',
    timeZone: 'Times are of the time zone',
  },
  de: {
    metric: 'Kennzahl',
    value: 'Wert',
    unit: 'Einheit',
    previous: 'Zeitraum davor',
    change: 'Veränderung',
    category: 'Kategorie',
    about: 'Über diesen Bericht',
    figures: 'Kennzahlen',
    chart: 'Diagramm',
    period: 'Zeitraum',
    subject: 'Konto',
    created: 'Erstellt',
    yes: 'Ja',
    no: 'Nein',
    noRows: 'In diesem Zeitraum gibt es nichts.',
    page: 'Seite',
    timeZone: 'Alle Zeiten in der Zeitzone',
  },
};
