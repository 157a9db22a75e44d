import type { DataField, Flow } from '#contract/bots/flow';
import type { Business } from './business';

const field = (
  key: string,
  label: string,
  type: DataField['type'],
  options: readonly string[],
): DataField => ({
  key,
  label,
  type,
  required: type === 'select',
  options: [...options],
  min: null,
  max: null,
});

const LANGUAGES = ['English', 'German', 'Spanish', 'French'];
const BEGINNINGS = ['This month', 'Next month', 'Later'];

/** Asks before and after it answers, so that ways through a flow, and contact details, are seen as well. */
const FLOW: Flow = {
  start: 'language',
  steps: [
    {
      id: 'language',
      type: 'question',
      place: { x: 0, y: 0 },
      text: 'Hello! Which language would you like to learn?',
      field: field('language', 'Language', 'select', LANGUAGES),
    },
    {
      id: 'ask',
      type: 'message',
      place: { x: 0, y: 160 },
      text: 'Ask me anything about our courses. When you go on, we can send you our brochure.',
      answers: true,
    },
    {
      id: 'email',
      type: 'question',
      place: { x: 0, y: 320 },
      text: 'Which e-mail address may we send the brochure to?',
      field: field('email', 'E-mail', 'email', []),
    },
    {
      id: 'beginning',
      type: 'question',
      place: { x: 0, y: 480 },
      text: 'When would you like to begin?',
      field: field('beginning', 'Beginning', 'select', BEGINNINGS),
    },
    {
      id: 'thanks',
      type: 'message',
      place: { x: 0, y: 640 },
      text: 'Thank you! We will be in touch.',
      answers: false,
    },
  ],
  edges: [
    { from: 'language', to: 'ask', branch: 'next' },
    { from: 'ask', to: 'email', branch: 'next' },
    { from: 'email', to: 'beginning', branch: 'next' },
    { from: 'beginning', to: 'thanks', branch: 'next' },
  ],
};

export const LANGUAGE_SCHOOL: Business = {
  folder: 'language-school',
  site: 'https://bright-lane-languages.example',
  pages: ['/', '/courses', '/prices', '/teachers'],
  bot: {
    name: 'Bright Lane Languages',
    language: 'en',
    companyName: 'Bright Lane Languages',
    primaryColor: '#6a3d8f',
    description: 'Answers questions about courses, and takes requests for the brochure.',
    flow: FLOW,
  },
  known: [
    'How much is an evening course?',
    'How many people are in a class?',
    'Do you have courses at the weekend?',
    'Can I try a lesson first?',
    'Do you prepare for exams?',
    'How do I find my level?',
    'Can I cancel a course?',
    'Are there online lessons?',
  ],
  unknown: ['Do you teach sign language?', 'Is there parking at the school?', 'Do you offer Japanese?'],
  replies: ['Hello, this is Ines from Bright Lane. I have kept you a place in the trial lesson on Thursday.'],
  comments: {
    good: ['Friendly and quick.', 'All I wanted to know.'],
    bad: ['Too many questions.', 'It did not understand me.'],
  },
  given: {
    language: LANGUAGES,
    email: ['mira@example.com', 'jonas@example.com', 'pilar@example.com', 'theo@example.com'],
    beginning: BEGINNINGS,
  },
};
