import * as z from 'zod';
import { type PostForm, parsePostForm } from '#infra/local/runtime/post-form';
import { verifySignature } from '#infra/local/runtime/sigv4';
import type { Bucket } from './buckets';
import { verifyChecksums } from './checksums';
import { accessDenied, invalidArgument, S3Error } from './errors';
import { type S3Answer, type Storage, storeContent, versionHeader } from './objects';
import { describedBy, type S3Request } from './request';
import { writeXml } from './xml';

/** Stands in a form's key for the name of its file. */
const FILENAME = /\$\{filename\}/g;

/** A presigned POST: a browser's form, held to the policy that its signer wrote. */
export async function postObject(
  storage: Storage,
  bucket: Bucket,
  request: S3Request,
  now: number,
): Promise<S3Answer> {
  const form = parsePostForm(request.call.headers, request.call.body);
  if (!form) {
    throw new S3Error(
      400,
      'MalformedPOSTRequest',
      'The body of your POST request is not well-formed multipart/form-data.',
    );
  }
  if (!form.file) throw invalidArgument('POST requires exactly one file upload per request.');
  if (!verifySignature(request.call, storage.context)) throw accessDenied();
  const fields = new Map(form.fields);
  const fileName = form.file.name;
  const key = fields.get('key')?.replaceAll(FILENAME, () => fileName);
  if (!key) {
    throw invalidArgument(
      "Bucket POST must contain a field named 'key'. If it is specified, please check the order of the fields.",
    );
  }
  fields.set('key', key);
  checkPolicy(fields, bucket.name, form.file.bytes.length, now);

  const checksum = verifyChecksums(form.file.bytes, (name) => fields.get(name));
  const version = await storeContent(
    storage,
    bucket,
    // A form carries its conditions in its policy.
    { key, call: request.call, header: () => undefined },
    'ObjectCreated:Post',
    { ...describedBy(fields), content: form.file.bytes, ...(checksum && { checksum }) },
  );
  const { etag } = version.content;
  const location = `${storage.context.endpoint}/${bucket.name}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const headers = { etag, location, ...versionHeader(bucket, version) };
  return answered(form, headers, { Location: location, Bucket: bucket.name, Key: key, ETag: etag });
}

/** The key that a form names, for who asks whether it may. */
export function keyOfForm({ call }: S3Request): string | undefined {
  const form = parsePostForm(call.headers, call.body);
  return form?.fields.get('key')?.replaceAll(FILENAME, () => form.file?.name ?? '');
}

const Policy = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.coerce.number(), z.coerce.number()]),
      z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
});
type Condition = z.infer<typeof Policy>['conditions'][number];

/** Fields that a policy needn't name. */
const FREE = new Set(['policy', 'x-amz-signature', 'file']);

function checkPolicy(fields: ReadonlyMap<string, string>, bucket: string, size: number, now: number): void {
  const policy = readPolicy(fields.get('policy') ?? '');
  if (Date.parse(policy.expiration) <= now) {
    throw accessDenied('Invalid according to Policy: Policy expired.');
  }
  const values = new Map(fields).set('bucket', bucket);
  const named = new Set<string>();
  for (const condition of policy.conditions) {
    if (isLengthRange(condition)) {
      checkLength(size, condition[1], condition[2]);
      continue;
    }
    const rules = Array.isArray(condition)
      ? [{ operator: condition[0], name: condition[1].slice(1), wanted: condition[2] }]
      : Object.entries(condition).map(([name, wanted]) => ({ operator: 'eq', name, wanted }));
    for (const { operator, name, wanted } of rules) {
      const value = values.get(name.toLowerCase());
      named.add(name.toLowerCase());
      const holds =
        operator === 'eq'
          ? value === wanted
          : (value !== undefined || wanted === '') && (value ?? '').startsWith(wanted);
      if (!holds) {
        throw accessDenied(
          `Invalid according to Policy: Policy Condition failed: ["${operator}", "$${name}", "${wanted}"]`,
        );
      }
    }
  }
  for (const name of fields.keys()) {
    if (!named.has(name) && !FREE.has(name) && !name.startsWith('x-ignore-')) {
      throw accessDenied(`Invalid according to Policy: Extra input fields: ${name}`);
    }
  }
}

function checkLength(size: number, min: number, max: number): void {
  if (size < min) {
    throw new S3Error(
      400,
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
      { ProposedSize: size, MinSizeAllowed: min },
    );
  }
  if (size > max) {
    throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
      ProposedSize: size,
      MaxSizeAllowed: max,
    });
  }
}

function readPolicy(encoded: string): z.infer<typeof Policy> {
  try {
    return Policy.parse(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  } catch {
    throw new S3Error(
      400,
      'InvalidPolicyDocument',
      'The content of the form does not meet the conditions specified in the policy document.',
    );
  }
}

function isLengthRange(condition: Condition): condition is ['content-length-range', number, number] {
  return Array.isArray(condition) && condition[0] === 'content-length-range';
}

/** As the form asks for: a redirect, or a status with or without a document. */
function answered(
  { fields }: PostForm,
  headers: Record<string, string>,
  document: Record<'Location' | 'Bucket' | 'Key' | 'ETag', string>,
): S3Answer {
  const redirect = fields.get('success_action_redirect') ?? fields.get('redirect');
  if (redirect !== undefined && URL.canParse(redirect)) {
    const target = new URL(redirect);
    target.searchParams.set('bucket', document.Bucket);
    target.searchParams.set('key', document.Key);
    target.searchParams.set('etag', document.ETag);
    return { status: 303, headers: { ...headers, location: target.href } };
  }
  switch (fields.get('success_action_status')) {
    case '200':
      return { status: 200, headers };
    case '201':
      return {
        status: 201,
        headers: { ...headers, 'content-type': 'application/xml' },
        body: writeXml('PostResponse', document),
      };
    default:
      return { status: 204, headers };
  }
}
