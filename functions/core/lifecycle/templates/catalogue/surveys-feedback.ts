import { ask, say, type TemplateSource, when } from '../source';
import { askEmail } from './questions';

export const SATISFACTION_SURVEY: TemplateSource = {
  id: 'satisfaction-survey',
  category: 'surveys_feedback',
  type: 'survey',
  difficulty: 'beginner',
  setupMinutes: 4,
  name: { en: 'Satisfaction survey', de: 'Zufriedenheitsumfrage' },
  summary: {
    en: 'Asks how it was, and why: of the unhappy something else than of the happy.',
    de: 'Fragt, wie es war und warum: Unzufriedene etwas anderes als Zufriedene.',
  },
  points: [
    { en: 'A score from 1 to 5 that can be compared', de: 'Eine vergleichbare Note von 1 bis 5' },
    { en: 'The reason is in the same conversation', de: 'Der Grund steht im selben Gespräch' },
    { en: 'Done in one minute', de: 'In einer Minute erledigt' },
  ],
  welcome: {
    en: 'Hello! Do you have a minute to tell us how it was?',
    de: 'Guten Tag! Haben Sie eine Minute, um uns zu sagen, wie es war?',
  },
  config: { primaryColor: '#15803d', collectFeedback: false },
  steps: [
    ask(
      'score',
      'number',
      { en: 'Score', de: 'Bewertung' },
      {
        en: 'How satisfied are you, from 1 (not at all) to 5 (very)?',
        de: 'Wie zufrieden sind Sie, von 1 (gar nicht) bis 5 (sehr)?',
      },
      { min: 1, max: 5, integer: true },
    ),
    when('unhappy', ['score', 'less', '4'], { yes: 'better', no: 'liked' }),
    ask(
      'better',
      'textarea',
      { en: 'To be improved', de: 'Verbesserung' },
      {
        en: 'I am sorry to hear that. What should we do better?',
        de: 'Das bedauern wir. Was sollten wir besser machen?',
      },
      { to: 'answerWanted' },
    ),
    ask(
      'liked',
      'textarea',
      { en: 'Liked', de: 'Gefallen' },
      { en: 'I am glad! What did you like most?', de: 'Das freut uns! Was hat Ihnen am besten gefallen?' },
      { required: false, to: 'thanks' },
    ),
    say('answerWanted', { en: 'Thank you for being frank.', de: 'Danke für Ihre Offenheit.' }),
    askEmail(
      {
        en: 'May our team reply to you? Then leave your e-mail address.',
        de: 'Darf unser Team Ihnen antworten? Dann gern Ihre E-Mail-Adresse.',
      },
      { required: false },
    ),
    say('thanks', { en: 'Thank you for your time!', de: 'Vielen Dank für Ihre Zeit!' }),
  ],
};

const FAULT = { en: 'Something doesn’t work', de: 'Etwas funktioniert nicht' };
const IDEA = { en: 'I have an idea', de: 'Ich habe eine Idee' };

export const PRODUCT_FEEDBACK: TemplateSource = {
  id: 'product-feedback',
  category: 'surveys_feedback',
  type: 'survey',
  difficulty: 'advanced',
  setupMinutes: 12,
  name: { en: 'Product feedback', de: 'Produkt-Feedback' },
  summary: {
    en: 'Collects faults, ideas and praise, each with what your team needs to act on it.',
    de: 'Sammelt Fehler, Ideen und Lob, jeweils mit dem, was Ihr Team zum Handeln braucht.',
  },
  points: [
    { en: 'Faults come with the page and a picture', de: 'Fehler kommen mit Seite und Bild' },
    { en: 'Ideas come with what they would be worth', de: 'Ideen kommen mit ihrem Nutzen' },
    { en: 'Three ways in one conversation', de: 'Drei Wege in einem Gespräch' },
  ],
  welcome: { en: 'Hello! Tell us what you think.', de: 'Guten Tag! Sagen Sie uns Ihre Meinung.' },
  config: { primaryColor: '#0e7490', enableFileUpload: true, collectFeedback: false },
  steps: [
    ask(
      'kind',
      'select',
      { en: 'Kind', de: 'Art' },
      { en: 'What is it?', de: 'Worum geht es?' },
      { options: [FAULT, IDEA, { en: 'I want to praise', de: 'Ich möchte loben' }] },
    ),
    when('isFault', ['kind', 'equals', FAULT], { yes: 'page', no: 'isIdea' }),
    ask(
      'page',
      'url',
      { en: 'Page', de: 'Seite' },
      {
        en: 'On which page? Paste its address if you have it.',
        de: 'Auf welcher Seite? Fügen Sie gern die Adresse ein.',
      },
      { required: false },
    ),
    ask(
      'fault',
      'textarea',
      { en: 'Fault', de: 'Fehler' },
      { en: 'What did you do, and what happened?', de: 'Was haben Sie getan, und was ist passiert?' },
    ),
    ask(
      'picture',
      'file',
      { en: 'Screenshot', de: 'Bildschirmfoto' },
      { en: 'Is there a screenshot?', de: 'Gibt es ein Bildschirmfoto?' },
      { required: false, to: 'email' },
    ),
    when('isIdea', ['kind', 'equals', IDEA], { yes: 'idea', no: 'praise' }),
    ask(
      'idea',
      'textarea',
      { en: 'Idea', de: 'Idee' },
      {
        en: 'What would you like to be able to do, and what for?',
        de: 'Was möchten Sie tun können, und wozu?',
      },
    ),
    ask(
      'worth',
      'select',
      { en: 'Importance', de: 'Wichtigkeit' },
      { en: 'How much would it help you?', de: 'Wie sehr würde es Ihnen helfen?' },
      {
        options: [
          { en: 'I need it daily', de: 'Ich brauche es täglich' },
          { en: 'Now and then', de: 'Ab und zu' },
          { en: 'It would be nice', de: 'Es wäre schön' },
        ],
        to: 'email',
      },
    ),
    ask(
      'praise',
      'textarea',
      { en: 'Praise', de: 'Lob' },
      { en: 'We are glad! What do you like?', de: 'Das freut uns! Was gefällt Ihnen?' },
    ),
    askEmail(
      {
        en: 'May we ask back? Then leave your e-mail address.',
        de: 'Dürfen wir nachfragen? Dann gern Ihre E-Mail-Adresse.',
      },
      { required: false },
    ),
    say('thanks', {
      en: 'Thank you! Your feedback is recorded for our team.',
      de: 'Vielen Dank! Ihr Feedback ist für unser Team notiert.',
    }),
  ],
};
