import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { WAIT_MS } from './patience';

const run = promisify(execFile);

/** First the one without windows: it needs a quarter less of the machine for the same page. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Long enough for a slow line; then there is none. */
const DOWNLOAD_MS = 5 * 60_000;

let found: Promise<string> | undefined;
let shared: Promise<Browser> | undefined;

/**
 * A headless Chromium or Chrome. Gets one when there is none, or fails with how to. The test files that a worker runs
 * one after the other have the same; it ends with the worker.
 */
export async function browser(): Promise<Browser> {
  const known = await shared?.catch(() => undefined);
  // One that crashed fails the file whose page did it, and no other.
  if (known?.isConnected()) return known;
  shared = ownBrowser();
  return shared;
}

/** Closes what was opened in it. */
export async function closeWindows(): Promise<void> {
  const known = await shared?.catch(() => undefined);
  await Promise.all(known?.contexts().map((context) => context.close()) ?? []);
}

/** One for the caller alone, who closes it. */
export async function ownBrowser(): Promise<Browser> {
  return patient(
    await chromium.launch({ executablePath: await executable(), args: [...ARGUMENTS, ...SPARING] }),
  );
}

/** The same as people have it, for what is measured. */
export async function ordinaryBrowser(): Promise<Browser> {
  return patient(await chromium.launch({ executablePath: await executable(), args: ARGUMENTS }));
}

/** One whose storage lies in a folder, and which other programs may steer by the arguments that are given. */
export async function persistentBrowser(folder: string, args: readonly string[]): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: await executable(),
    args: [...ARGUMENTS, ...args],
  });
}

/** Playwright has no such default for all that a browser opens: each context gets it as it is made. */
function patient(browser: Browser): Browser {
  const { newContext } = browser;
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options);
    context.setDefaultTimeout(WAIT_MS);
    return context;
  };
  return browser;
}

const ARGUMENTS = [
  // Root has no sandbox of Chromium's, and containers have little shared memory.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage',
];

/** What makes the same pages less work. */
const SPARING = [
  // One process for all pages of a window's storage, whatever their sites: it has compiled our code already, where a
  // new one begins with nothing at each step from one host to the other. A quarter of the work of all these tests.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  // There is none on such a machine: pretending to have one costs.
  '--disable-gpu',
  // A page that lives for seconds never pays back what optimising its code to the end costs: a tenth of its work. The
  // compiler before that, Maglev, is paid back by each sign-in, whose arithmetic takes 0.8 s with it and 3.1 s without.
  '--js-flags=--no-opt',
];

function executable(): Promise<string> {
  found ??= findBrowser();
  return found;
}

async function findBrowser(): Promise<string> {
  const installed = (await installedBrowser()) ?? (await downloadedBrowser());
  if (installed) return installed;
  const problems: string[] = [];
  for (const get of [download, installFromDebian]) {
    try {
      await get();
      const path = (await downloadedBrowser()) ?? (await installedBrowser());
      if (path) return path;
    } catch (error) {
      problems.push(`${get.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  }
  throw new Error(
    'These tests need Chromium or Chrome, and none is here. Install one:\n' +
      '  apt-get update && apt-get install -y chromium-headless-shell     (Debian, Ubuntu; as root)\n' +
      '  npx playwright-core install chromium                               (anywhere else)\n' +
      `Tried: ${problems.join('; ')}`,
  );
}

async function installedBrowser(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...(process.env.CHROME_PATH ? [process.env.CHROME_PATH] : []),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...APPLICATIONS,
  ];
  for (const candidate of candidates) if (await isExecutable(candidate)) return candidate;
  return undefined;
}

async function downloadedBrowser(): Promise<string | undefined> {
  const path = chromium.executablePath();
  return (await isExecutable(path)) ? path : undefined;
}

async function download(): Promise<void> {
  const cli = join(import.meta.dirname, '../../node_modules/playwright-core/cli.js');
  await run(process.execPath, [cli, 'install', 'chromium'], { timeout: DOWNLOAD_MS });
}

async function installFromDebian(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('not root');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env, timeout: DOWNLOAD_MS });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], {
    env,
    timeout: DOWNLOAD_MS,
  });
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
