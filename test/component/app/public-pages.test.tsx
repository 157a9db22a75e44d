import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PUBLIC_PATHS } from '#lib/public-paths';
import { renderPublicPage } from '../harness/render';
import { never } from '../harness/server';

// Where the landing page leads: test/unit/web/landing.test.ts has its links.

const SERVER = { getRoadmap: never, getDemo: never, getPlans: never };

describe('a page that the landing page leads to', () => {
  it.each([
    ...PUBLIC_PATHS.map((path) => `/${path}`),
    '/chat-demo',
    '/auth/login',
    '/auth/signup',
    '/auth/signup?alpha=true',
  ])('opens at %s', async (address) => {
    const { router } = await renderPublicPage(address, { server: SERVER });
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(address);
  });
});
