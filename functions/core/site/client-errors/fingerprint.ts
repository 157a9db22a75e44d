import { createHash } from 'node:crypto';

/** Frames that tell one error from another; those further down are the framework's. */
const FRAMES = 6;

/**
 * The same for errors that are alike: what changes from one build, person or page to the next — hosts, hashes of
 * file names, positions, numbers, ids — doesn't count. Takes scrubbed texts.
 */
export function fingerprintOf(error: { name: string; message: string; stack: string | undefined }): string {
  const frames = (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at |@/.test(line))
    .slice(0, FRAMES)
    .map(withoutBuild);
  const text = [error.name, withoutNumbers(error.message), ...frames].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function withoutBuild(frame: string): string {
  return frame
    .replace(/\b(?:https?|blob):\/*[^\s/)]*/g, '')
    .replace(/-[\w-]{8}(?=\.m?js)/g, '')
    .replace(/:\d+(?::\d+)?(?=\)?$)/, '');
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '0');
}
