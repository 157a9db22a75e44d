import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pageTitle, renderPublicPage } from '../harness/render';
import { never, refuse } from '../harness/server';
import { signIn } from '../harness/session';

const PAGES = ['/about', '/roadmap', '/pricing', '/contact', '/privacy', '/terms', '/impressum'];
const server = { getRoadmap: never, getDemo: never };

const description = document.createElement('meta');
description.name = 'description';
beforeEach(() => document.head.append(description));
afterEach(() => description.remove());

it('gives each page a name and a description of its own, in both languages', async () => {
  const seen = { en: await namesOf('en'), de: await namesOf('de') };
  for (const names of Object.values(seen)) expect(new Set(names).size).toBe(2 * PAGES.length);
  // The roadmap is called so in both.
  expect(seen.de.filter((name) => seen.en.includes(name))).toEqual(['Roadmap · Parley']);
});

it('leads from the foot of a page to every other, and to signing in and up', async () => {
  await renderPublicPage('/impressum', { server });
  await pageTitle('Imprint');
  const links = within(screen.getByRole('contentinfo')).getAllByRole('link');
  const paths = links.map((link) => new URL(link.getAttribute('href') ?? '', location.href).pathname);
  expect(paths).toEqual(expect.arrayContaining([...PAGES, '/chat-demo', '/auth/login', '/auth/register']));
  expect(screen.getAllByText('Parley Test').length).toBeGreaterThan(0);
  for (const start of screen.getAllByRole('link', { name: 'Get started' }))
    expect(start).toHaveAttribute('href', '/auth/register');
});

it('shows its figures to a stranger, and leads them to an account', async () => {
  await renderPublicPage('/about');
  for (const figure of ['1,000+', '500K+', '25+', '99.9%'])
    expect(await screen.findByText(figure)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/auth/register');
});

it('says what is missing from a message, and keeps it through a failure under one id', async () => {
  const { user, server: api } = await renderPublicPage('/contact', {
    server: { sendContact: refuse('network.failed') },
  });
  expect(await screen.findByText(/^Monday to Friday, 9–18 CET/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('Please enter your name.')).toBeInTheDocument();
  expect(screen.getByText('Please write a message.')).toBeInTheDocument();
  expect(screen.getByLabelText('Your name')).toHaveFocus();
  for (const [label, value] of [
    ['Your name', 'Ada Example'],
    ['E-mail', 'ada@example.net'],
    ['Subject', 'Intranets'],
    ['Message', 'How does it work with intranets?'],
  ] as const) {
    await user.click(screen.getByLabelText(label, { exact: true }));
    await user.paste(value);
  }
  await user.selectOptions(screen.getByLabelText('What is it about?'), 'Help with Parley');
  await user.selectOptions(screen.getByLabelText('How urgent is it?'), 'high');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('Your message was not sent.')).toBeInTheDocument();
  api.answer({ sendContact: refuse('request.rate_limited') });
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText(/Too many requests\./)).toBeInTheDocument();
  expect(screen.getByLabelText('Message', { exact: true })).toHaveValue('How does it work with intranets?');
  api.answer({ sendContact: { reference: 'C-1234ABCD', receivedAt: '2026-03-02T09:00:00.000Z' } });
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByRole('heading', { name: 'Your message has arrived' })).toBeInTheDocument();
  expect(screen.getByText('C-1234ABCD')).toBeInTheDocument();
  const sent = api.calls('sendContact').map(({ body }) => body);
  expect(sent.at(-1)).toMatchObject({ priority: 'high', language: 'en' });
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
});

it('knows in the form for messages who is signed in', async () => {
  await signIn();
  await renderPublicPage('/contact');
  await expect.poll(() => screen.queryByLabelText('E-mail')).toHaveValue('jo@example.net');
  expect(screen.getByLabelText('Your name')).toHaveValue('Jo Example');
});

it('shows what a plan costs by the month and by the year, in what each language pays in', async () => {
  const { user } = await renderPublicPage('/pricing');
  const plan = await screen.findByRole('region', { name: 'Professional' });
  expect(within(plan).getByText(/^[$€]99$/)).toBeInTheDocument();
  await user.click(screen.getByText('Annual, 20% off'));
  expect(within(plan).getByText('$79.20')).toBeInTheDocument();
  expect(within(plan).getByText('$950.40 billed annually')).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: '$79.20' })).toBeInTheDocument();
  expect(screen.getByText(/at least 30 days ahead/)).not.toBeVisible();
  await user.click(screen.getByText('Can prices change?'));
  expect(screen.getByText(/at least 30 days ahead/)).toBeVisible();
  // Whoever signs up here is led to what they have chosen.
  expect(within(plan).getByRole('link')).toHaveAttribute(
    'href',
    '/auth/register?redirect=%2Fbilling%3Fplan%3Dprofessional%26interval%3Dyear',
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  // The choice outlives the change of language.
  expect((await screen.findAllByText('79,20 €')).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('link', { name: 'Schreiben Sie uns' }));
  expect(await screen.findByLabelText('Worum geht es?')).toHaveValue('sales');
});

it('names in its legal pages the operator and the region of this stage, and how long things are kept', async () => {
  const { router } = await renderPublicPage('/privacy', { language: 'de' });
  await screen.findByRole('heading', { level: 1 });
  const text = () => screen.getByRole('main').textContent ?? '';
  for (const fact of [
    'Parley Test',
    'Frankfurt am Main (eu-central-1)',
    '730 Tage',
    '30 Tagen',
    'cookieConsent',
  ])
    expect(text()).toContain(fact);
  expect(text()).not.toMatch(/\{\{|\}\}|undefined/);
  const privacy = text();
  await router.navigate('/terms');
  await expect.poll(() => text()).not.toBe(privacy);
  expect(text()).not.toMatch(/\{\{|\}\}|undefined/);
});

it.each(['/privacy', '/terms'])('links each section of %s', async (path) => {
  await renderPublicPage(path);
  const [contents] = await screen.findAllByRole('navigation', { name: 'On this page' });
  const links = within(contents as HTMLElement).getAllByRole('link');
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) {
    const id = new URL(link.getAttribute('href') ?? '', location.href).hash.slice(1);
    expect(document.querySelectorAll(`[id="${id}"]`), id).toHaveLength(1);
  }
});

/** Title and description of each page. */
async function namesOf(language: 'en' | 'de'): Promise<string[]> {
  const names: string[] = [];
  const { router } = await renderPublicPage('/chat-demo', { language, server });
  for (const path of PAGES) {
    const before = document.title;
    await router.navigate(path);
    await expect.poll(() => document.title).not.toBe(before);
    expect(document.documentElement.lang).toBe(language);
    names.push(document.title, description.content);
  }
  cleanup();
  return names;
}
