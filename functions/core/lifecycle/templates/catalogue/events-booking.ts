import { ask, say, type TemplateSource, when } from '../source';
import { askEmail, askName, askPhone } from './questions';

export const APPOINTMENT: TemplateSource = {
  id: 'appointment',
  category: 'events_booking',
  type: 'booking',
  difficulty: 'beginner',
  setupMinutes: 5,
  name: { en: 'Appointment request', de: 'Terminanfrage' },
  summary: {
    en: 'Takes requests for appointments day and night: what for, when, and for whom.',
    de: 'Nimmt Tag und Nacht Terminwünsche entgegen: wofür, wann und für wen.',
  },
  points: [
    { en: 'For practices, workshops and salons', de: 'Für Praxen, Werkstätten und Salons' },
    { en: 'Asks for a day and a time of day that suit', de: 'Fragt nach Tag und passender Tageszeit' },
    {
      en: 'Answers what to bring and how to get there',
      de: 'Beantwortet, was mitzubringen ist und wie man hinkommt',
    },
  ],
  welcome: {
    en: 'Hello! Would you like an appointment?',
    de: 'Guten Tag! Möchten Sie einen Termin vereinbaren?',
  },
  config: { primaryColor: '#0369a1' },
  steps: [
    ask(
      'service',
      'select',
      { en: 'Service', de: 'Leistung' },
      { en: 'What is the appointment for?', de: 'Wofür ist der Termin?' },
      {
        options: [
          { en: 'First consultation', de: 'Erstgespräch' },
          { en: 'Regular appointment', de: 'Regelmäßiger Termin' },
          { en: 'Something urgent', de: 'Etwas Dringendes' },
        ],
      },
    ),
    ask(
      'day',
      'date',
      { en: 'Day', de: 'Tag' },
      { en: 'Which day would suit you?', de: 'Welcher Tag würde Ihnen passen?' },
    ),
    ask(
      'time',
      'select',
      { en: 'Time of day', de: 'Tageszeit' },
      { en: 'And at what time of day?', de: 'Und zu welcher Tageszeit?' },
      {
        options: [
          { en: 'Morning', de: 'Vormittags' },
          { en: 'Afternoon', de: 'Nachmittags' },
          { en: 'Any time', de: 'Egal' },
        ],
      },
    ),
    askName({ en: 'Under which name?', de: 'Auf welchen Namen?' }),
    askPhone({
      en: 'Which number can our team reach you on to confirm?',
      de: 'Unter welcher Nummer erreicht unser Team Sie zur Bestätigung?',
    }),
    say('noted', {
      en: 'Thank you, {name}. Your request is recorded for our team. The appointment is booked only once they have confirmed it.',
      de: 'Vielen Dank, {name}. Ihr Wunsch ist für unser Team notiert. Fest gebucht ist der Termin erst, wenn es ihn bestätigt hat.',
    }),
  ],
};

const NOTHING = { en: 'Nothing special', de: 'Nichts Besonderes' };

export const EVENT_REGISTRATION: TemplateSource = {
  id: 'event-registration',
  category: 'events_booking',
  type: 'booking',
  difficulty: 'advanced',
  setupMinutes: 15,
  name: { en: 'Event registration', de: 'Anmeldung zur Veranstaltung' },
  summary: {
    en: 'Registers guests and their companions, asks for meals, and answers from your programme.',
    de: 'Nimmt Gäste und Begleitung auf, fragt nach Essenswünschen und antwortet aus Ihrem Programm.',
  },
  points: [
    {
      en: 'Asks for companions only where there are any',
      de: 'Fragt nur bei Begleitung nach weiteren Namen',
    },
    {
      en: 'Meals are known before the caterer asks',
      de: 'Essenswünsche stehen fest, bevor der Caterer fragt',
    },
    {
      en: 'Programme, directions and parking from your documents',
      de: 'Programm, Anfahrt und Parken aus Ihren Unterlagen',
    },
  ],
  welcome: {
    en: 'Hello! I am glad that you want to come.',
    de: 'Guten Tag! Schön, dass Sie dabei sein möchten.',
  },
  starters: [
    { en: 'What is in the programme?', de: 'Was steht auf dem Programm?' },
    { en: 'Where can I park?', de: 'Wo kann ich parken?' },
  ],
  config: { primaryColor: '#9333ea' },
  steps: [
    askName(),
    ask(
      'seats',
      'number',
      { en: 'Seats', de: 'Plätze' },
      {
        en: 'For how many people may I note seats, {name}?',
        de: 'Für wie viele Personen darf ich Plätze notieren, {name}?',
      },
      { min: 1, max: 20, integer: true },
    ),
    when('several', ['seats', 'greater', '1'], { yes: 'companions', no: 'meals' }),
    ask(
      'companions',
      'textarea',
      { en: 'Companions', de: 'Begleitung' },
      { en: 'Who comes with you? One name a line.', de: 'Wer kommt mit Ihnen? Bitte ein Name je Zeile.' },
    ),
    ask(
      'meals',
      'multiselect',
      { en: 'Meals', de: 'Essenswünsche' },
      { en: 'Is there anything that our kitchen should know?', de: 'Was sollte unsere Küche wissen?' },
      {
        options: [
          { en: 'Vegetarian', de: 'Vegetarisch' },
          { en: 'Vegan', de: 'Vegan' },
          { en: 'Gluten-free', de: 'Glutenfrei' },
          { en: 'Allergies', de: 'Allergien' },
          NOTHING,
        ],
      },
    ),
    when('allergic', ['meals', 'equals', { en: 'Allergies', de: 'Allergien' }], {
      yes: 'allergies',
      no: 'email',
    }),
    ask(
      'allergies',
      'text',
      { en: 'Allergies', de: 'Allergien' },
      { en: 'Which allergies are there?', de: 'Welche Allergien gibt es?' },
    ),
    askEmail({
      en: 'Which e-mail address may our team write to about it?',
      de: 'An welche E-Mail-Adresse darf unser Team dazu schreiben?',
    }),
    say('noted', {
      en: 'Thank you! Your registration is recorded for our team. Seats: {seats}, e-mail: {email}.',
      de: 'Vielen Dank! Ihre Anmeldung ist für unser Team notiert. Plätze: {seats}, E-Mail: {email}.',
    }),
  ],
};
