import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { fingerprint } from '../build/fingerprint';

/** What the assembly is made from: a change in none of it, and the last one still holds. */
const INPUTS = [
  'bin/app.ts',
  'bin/local/synthesize.ts',
  'cdk.json',
  'package-lock.json',
  'infra/checks',
  'infra/config',
  'infra/constructs',
  'infra/stacks',
  'functions/contract',
  'dist/site/.inline-code.json',
];
/** Assemblies kept, for going back and forth between two branches. */
const KEPT = 3;
/** None that was used within so long is forgotten: another instance may run from it. */
const IN_USE_MS = 24 * 60 * 60 * 1000;

/** Synthesizes the app for the local stage, or finds the assembly of an earlier time. Gives its folder. */
export async function synthesize(
  root: string,
  log: (line: string) => void,
  bundles: 'functions' | 'local' = 'functions',
): Promise<string> {
  const cache = path.join(root, '.cache', 'assembly');
  const built = path.join('dist', bundles);
  const folder = path.join(cache, (await fingerprint(root, [...INPUTS, built], bundles)).slice(0, 16));
  if (await exists(path.join(folder, 'manifest.json'))) {
    const now = new Date();
    await utimes(folder, now, now);
    return folder;
  }

  const begun = performance.now();
  // Under a name of its own until it is whole: neither one broken off nor another process's half is taken for it.
  const fresh = `${folder}.${process.pid}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await run(root, fresh, built);
  if (await exists(path.join(folder, 'manifest.json'))) await rm(fresh, { recursive: true });
  else await rename(fresh, folder);
  await forgetOldest(cache);
  log(`assembly: synthesized in ${Math.round(performance.now() - begun)} ms`);
  return folder;
}

/** Folder where every local cloud of this root keeps what was compiled of functions. */
export function compiledFolder(root: string): string {
  return path.join(root, '.cache', 'code');
}

/** Why the app was not synthesized: all that there is to say is in the message. */
export class SynthesisError extends Error {
  override name = 'SynthesisError';
}

/** As the CDK command line does, without its start-up time: the app writes to where the environment says. */
function run(root: string, outdir: string, built: string): Promise<void> {
  const { context = {} } = JSON.parse(readFileSync(path.join(root, 'cdk.json'), 'utf8')) as {
    context?: Record<string, unknown>;
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['bin/run.mjs', 'bin/app.ts'], {
      cwd: root,
      env: {
        ...process.env,
        CDK_OUTDIR: outdir,
        CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage: 'local', bundles: path.join(root, built) }),
        // Rules that judge the templates are run by `npm run synth` and the tests; here they would take seconds.
        CDK_VALIDATION: 'false',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new SynthesisError(syntaxError(said, root) ?? `the CDK app failed:\n${said.trim()}`));
    });
  });
}

/** The place and the message of what could not be parsed, without the stack of the parser. */
function syntaxError(said: string, root: string): string | undefined {
  const found = /^(.+?):(\d+):(\d+): ERROR: (.+)$/m.exec(said);
  if (!found) return undefined;
  const [, file = '', line, column, message] = found;
  return `${path.relative(root, path.resolve(root, file))}:${line}:${column}: ${message}`;
}

async function forgetOldest(cache: string): Promise<void> {
  const folders = await Promise.all(
    (await readdir(cache)).map(async (name) => {
      const at = path.join(cache, name);
      return { at, since: (await stat(at)).mtimeMs };
    }),
  );
  folders.sort((a, b) => b.since - a.since);
  const unused = folders.slice(KEPT).filter(({ since }) => Date.now() - since > IN_USE_MS);
  await Promise.all(unused.map(({ at }) => rm(at, { recursive: true, force: true })));
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
