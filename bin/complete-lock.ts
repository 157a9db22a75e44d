/**
 * `npx tsx bin/complete-lock.ts`, after `npm install` on a registry that lacks packages of other platforms: such
 * an install leaves them out of the lock file, and `npm ci` then refuses it everywhere. Adds them by name, version
 * and platform; without a hash, which only a registry that has them can tell.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
}

type Packages = Record<string, Locked & Record<string, unknown>>;

const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));

/** Packages of other platforms that some package names and the lock file lacks. */
export function missingPlatforms(packages: Readonly<Packages>): Packages {
  const missing: Packages = {};
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, path, name)) continue;
      missing[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(dev && { dev }),
        optional: true,
      };
    }
  }
  return missing;
}

/** Whether a package that looks for another finds it, as Node does: beside itself, or in a folder above. */
function isLocked(packages: Readonly<Packages>, path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

/** `…-linux-x64-musl`: what every maker of such packages calls them. */
function platformOf(name: string) {
  const [, os, cpu, libc] =
    /-(android|darwin|freebsd|linux|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(\w+))?$/.exec(name) ??
    [];
  if (!os || !cpu)
    throw new Error(
      `${name} is missing, and its name doesn't tell its platform: install it where it is to be had`,
    );
  return {
    os: [os],
    cpu: [cpu],
    ...(libc === 'musl' && { libc: ['musl'] }),
    ...(libc === 'gnu' && { libc: ['glibc'] }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Packages };
  const missing = missingPlatforms(lock.packages);
  const sorted = Object.entries({ ...lock.packages, ...missing }).sort(([left], [right]) =>
    left.localeCompare(right, 'en'),
  );
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} packages of other platforms added`);
}
