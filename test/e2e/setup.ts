import type { BrowserContextOptions, Page } from 'playwright-core';
import { browser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { newPage, storeSession } from '../helpers/dashboard';
import { signIn } from '../helpers/users';

/** The cloud that all tests of the run share, and addresses on its hosts. */
export const cloud = sharedCloud();
export const root = (path = '/') => `${cloud.addresses.root}${path}`;
export const app = (path = '/') => `${cloud.addresses.app}${path}`;

type Options = BrowserContextOptions & { readonly consent?: boolean };
interface Person {
  readonly email: string;
}

/** A window with storage of its own, which closes with the file. */
export async function newWindow(options?: Options): Promise<Page> {
  return newPage(await browser(), options);
}

/** One of a person who is signed in to the dashboard. */
export async function windowOf(person: Person, options?: Options): Promise<Page> {
  const page = await newWindow(options);
  await enter(page, person);
  return page;
}

/** Signs a person in to the dashboard without the sign-in's pages: other tests go through these. */
export async function enter(page: Page, { email }: Person): Promise<void> {
  await storeSession(page, cloud, 'app', await signIn(cloud, email));
}
