import { describe, expect, it } from 'vitest';
import { asksForPerson } from '#core/answers/asks-for-person';

describe('a visitor who asks for a person', () => {
  it.each([
    'can i speak to a human',
    'I want to talk to a real person',
    "I'd like to speak with someone from your team, please",
    'Could you connect me to a live agent?',
    'talk to a person',
    'human please!',
    'I need a human, not a bot',
    'My order is broken. Can I talk to somebody about it?',
    'Please put me through to customer service',
    'Is there anybody I can talk to?',
    'representative',
    'How can I talk to a human being?',
    'get me a manager',
    'Hello, is there a real person here?',
  ])('is understood in English: %s', (message) => {
    expect(asksForPerson(message)).toBe(true);
  });

  it.each([
    'Kann ich mit einem Menschen sprechen?',
    'Mitarbeiter bitte',
    'Ich möchte mit einem echten Menschen reden',
    'Bitte verbinden Sie mich mit einem Mitarbeiter.',
    'Können Sie mich bitte an einen Berater weiterleiten?',
    'Ich brauche einen echten Ansprechpartner',
    'Gibt es hier einen richtigen Menschen?',
    'Ich würde gerne mit jemandem aus Ihrem Team sprechen',
    'mit mitarbeiter chatten',
    'Das hilft mir nicht. Ich will mit einer echten Person sprechen!',
    'Gibt es jemanden, mit dem ich sprechen kann?',
    'Kann ich bitte wegen meiner Rechnung mit jemandem reden?',
  ])('is understood in German: %s', (message) => {
    expect(asksForPerson(message)).toBe(true);
  });

  it.each([
    'How many people work here?',
    'Is there a person who repairs bikes?',
    'Can I speak at the event?',
    'Can a person in a wheelchair get in?',
    'Who is the contact person for schools?',
    'How much is it per person?',
    'Can I bring another person?',
    'Do I need an agent to rent a flat?',
    'Is the human body exhibition open?',
    'Can I speak to someone who speaks German?',
    'Can I talk to the vet before the operation?',
    'Do you have English-speaking staff?',
    'Can I contact support on Sundays?',
    'Are there people in the pool on Mondays?',
  ])('is not who only speaks of people: %s', (message) => {
    expect(asksForPerson(message)).toBe(false);
  });

  it.each([
    'Wie viele Menschen arbeiten hier?',
    'Gibt es jemanden, der Fahrräder repariert?',
    'Für wie viele Personen reicht das?',
    'Was kostet der Eintritt pro Person?',
    'Kann ich mit dem Hund kommen?',
    'Kann ich mit dem Arzt sprechen?',
    'Wer ist mein Ansprechpartner für Schulklassen?',
    'Wie viele Mitarbeiter haben Sie?',
    'Gibt es Rabatt für Mitarbeiter?',
    'Kann ich mit einem Mitarbeiter zum Termin kommen?',
    'Ist das für Menschen mit Allergien geeignet?',
    'Sprechen Ihre Mitarbeiter Englisch?',
  ])('is not who only speaks of people, in German: %s', (message) => {
    expect(asksForPerson(message)).toBe(false);
  });
});
