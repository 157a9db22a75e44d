import { ask, type StepSource, type Words } from '../source';

/** Questions that several templates ask alike. */
export const YES: Words = { en: 'Yes', de: 'Ja' };
export const NO: Words = { en: 'No', de: 'Nein' };

const NAME: Words = { en: 'Name', de: 'Name' };
const EMAIL: Words = { en: 'E-mail address', de: 'E-Mail-Adresse' };
const PHONE: Words = { en: 'Phone number', de: 'Telefonnummer' };

type More = Parameters<typeof ask>[4];

export function askName(text: Words = { en: 'What is your name?', de: 'Wie heißen Sie?' }): StepSource {
  return ask('name', 'text', NAME, text);
}

export function askEmail(text: Words, more?: More): StepSource {
  return ask('email', 'email', EMAIL, text, more);
}

export function askPhone(text: Words, more?: More): StepSource {
  return ask('phone', 'phone', PHONE, text, more);
}
