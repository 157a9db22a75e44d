import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOCAL_STAGE } from '#infra/config/stage';
import { AssemblyError } from '#infra/local/assembly/load';
import { asOnAws } from '#infra/local/runtime/aws-like';
import { openState, StateError } from '#infra/local/runtime/state';
import { ModelsMissing } from '#infra/local/services/bedrock/backend';
import { REAL_PACE } from '#infra/local/services/bedrock/pace';
import { type LocalCloud, startLocalCloud } from '#infra/local/start';
import { BuildError, buildApart } from './build';
import { keepEnvironment, provisionLocally } from './local/demo';
import { readModelBackend } from './local/models';
import { publishLocally } from './local/publish';
import { readSettings, type Settings, USAGE, UsageError } from './local/settings';
import { compiledFolder, SynthesisError, synthesize } from './local/synthesize';
import { watchForChanges } from './local/watch';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
async function main(): Promise<void> {
  // Lambda's Node is newer than what runs here, which is no concern of the user.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const settings = settingsOrExit();
  const say = (line: string) => console.log(line);
  const stop = stopOnSignal(say);

  await refuseTakenPort(settings.port);
  await refuseBadState(settings.state);
  const backend = await readModelBackend(process.env, LOCAL_STAGE.region);
  if (backend)
    say(await backend.check({ answer: LOCAL_STAGE.answerModel, embedding: LOCAL_STAGE.embeddingModel }));
  await buildApart({ mode: settings.watch ? 'development' : 'production' });
  const assembly = await synthesize(ROOT, say, 'local');
  const start = (folder: string) =>
    startLocalCloud({
      assembly: folder,
      port: settings.port,
      state: settings.state,
      compiled: compiledFolder(ROOT),
      log: say,
      ...(settings.awsLike !== null && { awsLike: asOnAws(settings.awsLike) }),
      // Answers come as a visitor would see them come.
      models: { pace: REAL_PACE, backend },
      ...(settings.watch && { code: builtFunction }),
    });
  let cloud = await start(assembly);
  stop.what = () => cloud.stop();
  await publishLocally(ROOT, cloud);
  if (settings.watch) {
    await watchForChanges(ROOT, {
      cloud: () => cloud,
      async restart() {
        const folder = await synthesize(ROOT, say, 'local');
        await cloud.stop();
        cloud = await start(folder);
        await publishLocally(ROOT, cloud);
      },
      log: say,
    });
  }
  if (!settings.demo) await keepEnvironment(cloud, settings.state);
  say(addresses(cloud, settings));
  say(`ready ${cloud.addresses.root}`);
  if (!settings.demo) return;
  const demo = provisionLocally(ROOT, cloud, { state: settings.state, log: say });
  stop.what = async () => {
    demo.stop();
    await cloud.stop();
  };
}

function settingsOrExit(): Settings {
  try {
    const settings = readSettings(process.argv.slice(2), ROOT);
    if (!settings.help) return settings;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

/** Told at once, and not after a build; whoever takes the folder meanwhile is met when it is opened. */
async function refuseBadState(state: string): Promise<void> {
  const folder = await openState(state);
  await folder.release();
}

/** Told at once, and not after a build; what takes the port meanwhile is met when it is opened. */
function refuseTakenPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}

/** They are one folder, since they share files. */
function builtFunction(bundle: string): string | undefined {
  const folder = path.join(ROOT, 'dist', 'local');
  return existsSync(path.join(folder, bundle, 'index.cjs')) ? folder : undefined;
}

function addresses({ addresses: at }: LocalCloud, { state }: Settings): string {
  const rows = [
    ['website', at.root, ''],
    ['dashboard', at.app, ''],
    ['mail', at.mail, 'every mail that Parley sends'],
    ['customer', at.customer, "a customer's website with the widget"],
    ['AWS', at.aws, 'endpoint of every AWS API'],
    ['state', path.relative(process.cwd(), state).startsWith('..') ? state : path.relative('', state), ''],
  ] as const;
  const widest = Math.max(...rows.map(([, where]) => where.length));
  const lines = rows.map(([what, where, why]) =>
    `  ${what.padEnd(9)}  ${where.padEnd(widest)}  ${why}`.trimEnd(),
  );
  return ['', ...lines, ''].join('\n');
}

/** A signal that comes again within this time is the same one, passed on by npm as well as by the terminal. */
const SAME_SIGNAL_MS = 500;

/**
 * Shutting down takes five seconds at most. What has not ended by then is cut off as by a kill, which loses
 * nothing: what was acknowledged is on disk, and the next start goes on with it.
 */
const PATIENCE_MS = 4_500;

/** Ctrl-C stops cleanly; a second one stops at once. */
function stopOnSignal(say: (line: string) => void): { what: () => Promise<void> } {
  const stop = { what: async () => {} };
  let since: number | undefined;
  const onSignal = () => {
    if (since !== undefined) {
      if (Date.now() - since > SAME_SIGNAL_MS) process.exit(130);
      return;
    }
    since = Date.now();
    say('stopping (Ctrl-C again stops at once)');
    setTimeout(() => {
      say('stopped in the midst of work, which the next start goes on with');
      process.exit(0);
    }, PATIENCE_MS);
    stop.what().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  stopWithNpm(onSignal);
  return stop;
}

/**
 * npm passes a signal on to the shell that it runs the script with, and no shell passes it on to us: without this the
 * port would stay taken after `npm start` was ended.
 */
function stopWithNpm(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

main().catch((error: unknown) => {
  console.error(explained(error));
  process.exit(1);
});

/** The message alone of what a person can put right; the whole of what they can't. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `port ${port} is in use: stop what runs there, or name another with --port`;
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} needs more rights: name another with --port`;
  if (
    [BuildError, StateError, AssemblyError, SynthesisError, ModelsMissing, UsageError].some(
      (kind) => error instanceof kind,
    )
  )
    return error.message;
  return error;
}
