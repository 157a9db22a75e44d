import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { ROOT_ORIGIN } from '../web/landing/origin';
import type { DeployedStage } from './config/deployed-stage';

interface StaticFile {
  readonly bucket: string;
  readonly key: string;
  readonly body: Buffer;
}

/**
 * Puts the built dashboard, landing page and widget, and the configuration that the dashboard reads, into the
 * stage's buckets.
 * What is there already is left alone, and what is old stays, since open tabs still ask for it. Files that name
 * others come last, so that nobody is sent to a file that isn't there yet. Returns how many were written.
 */
export async function publish(s3: S3Client, dist: string, deployed: DeployedStage): Promise<number> {
  const { webBucket, widgetBucket, ...config } = deployed;
  const files: StaticFile[] = [
    ...(await filesOf(path.join(dist, 'web'), webBucket)),
    ...(await filesOf(path.join(dist, 'site'), webBucket)).map((file) => withOrigin(file, config.rootOrigin)),
    ...(await filesOf(path.join(dist, 'widget'), widgetBucket)).map((file) =>
      withOrigin(file, config.rootOrigin),
    ),
    { bucket: webBucket, key: 'config.json', body: Buffer.from(JSON.stringify(config)) },
  ].filter(({ key }) => !key.startsWith('.') && !key.endsWith('.map'));
  const known = new Map([...(await etags(s3, webBucket)), ...(await etags(s3, widgetBucket))]);
  const changed = files.filter((file) => known.get(nameOf(file)) !== md5(file.body));
  const [referring, others] = [changed.filter(isReferring), changed.filter((file) => !isReferring(file))];
  for (const group of [others, referring]) await Promise.all(group.map((file) => put(s3, file)));
  return changed.length;
}

async function put(s3: S3Client, file: StaticFile): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: file.bucket,
      Key: file.key,
      Body: file.body,
      ContentType: CONTENT_TYPES[path.extname(file.key)] ?? 'application/octet-stream',
      CacheControl: cacheControl(file.key),
    }),
  );
}

/** Pages, the loader, the service worker and the configuration keep their names and name the newest of the rest. */
function isReferring({ key }: StaticFile): boolean {
  return key.endsWith('.html') || ['widget.js', 'config.json', 'sw.js'].includes(key);
}

function cacheControl(key: string): string {
  if (key.startsWith('assets/') || /^w\/.+-[A-Z0-9]{8}\.js$/.test(key))
    return 'public, max-age=31536000, immutable';
  // A customer's page loads it at each visit: a new widget is seen within minutes.
  if (key === 'widget.js') return 'public, max-age=300';
  return 'no-cache';
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The landing page, what crawlers read and the widget name the root's address in full, which only the stage knows. */
function withOrigin(file: StaticFile, rootOrigin: string): StaticFile {
  // A font is no text: read as one it would be spoilt.
  if (!file.body.includes(ROOT_ORIGIN)) return file;
  return { ...file, body: Buffer.from(file.body.toString('utf8').replaceAll(ROOT_ORIGIN, rootOrigin)) };
}

async function filesOf(folder: string, bucket: string): Promise<StaticFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return {
          bucket,
          key: path.relative(folder, file).split(path.sep).join('/'),
          body: await readFile(file),
        };
      }),
  );
}

/** MD5 of each object by bucket and key, which is what S3's ETag is for objects put in one piece. */
async function etags(s3: S3Client, bucket: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let token: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, ...(token && { ContinuationToken: token }) }),
    );
    for (const { Key = '', ETag = '' } of page.Contents ?? []) {
      found.set(nameOf({ bucket, key: Key }), ETag.replaceAll('"', ''));
    }
    token = page.NextContinuationToken;
  } while (token);
  return found;
}

function nameOf({ bucket, key }: Pick<StaticFile, 'bucket' | 'key'>): string {
  return `${bucket}/${key}`;
}

function md5(body: Buffer): string {
  return createHash('md5').update(body).digest('hex');
}
