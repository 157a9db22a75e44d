import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Records } from '../../runtime/records';

export type TokenUse = 'id' | 'access';

/** Makes an RSA key to sign with. */
export type NewKey = () => KeyObject;

interface StoredKey {
  readonly privateKey: string;
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: JsonWebKey;
}

/**
 * A pool's signing keys: one for id tokens, one for access tokens, as AWS has them. Made when the first is asked for,
 * since that takes up to 0.3 s of a processor each, then kept.
 */
export class PoolKeys {
  private readonly opened = new Map<TokenUse, SigningKey>();

  constructor(
    private readonly poolId: string,
    private readonly records: Records,
    private readonly newKey: NewKey = newRsaKey,
  ) {}

  jwks(): { readonly keys: readonly JsonWebKey[] } {
    return { keys: [this.keyOf('id').jwk, this.keyOf('access').jwk] };
  }

  sign(use: TokenUse, claims: Readonly<Record<string, unknown>>): string {
    const { kid, privateKey } = this.keyOf(use);
    const content = `${encode({ kid, alg: 'RS256' })}.${encode(claims)}`;
    return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
  }

  /** Claims of a token that this pool has signed, or undefined. Its time is the caller's to judge. */
  verify(use: TokenUse, token: string): Readonly<Record<string, unknown>> | undefined {
    const [header = '', payload = '', signature = '', ...rest] = token.split('.');
    if (rest.length > 0) return undefined;
    const genuine = verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      this.keyOf(use).publicKey,
      Buffer.from(signature, 'base64url'),
    );
    return genuine ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined;
  }

  private keyOf(use: TokenUse): SigningKey {
    const key = this.opened.get(use) ?? openKey(`${this.poolId}/${use}`, this.records, this.newKey);
    this.opened.set(use, key);
    return key;
  }
}

function newRsaKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
}

function openKey(name: string, records: Records, newKey: NewKey): SigningKey {
  let stored = records.get<StoredKey>('keys', name);
  if (!stored) {
    stored = { privateKey: newKey().export({ type: 'pkcs8', format: 'pem' }).toString() };
    records.commit({ collection: 'keys', key: name, value: stored });
  }
  const privateKey = createPrivateKey(stored.privateKey);
  const publicKey = createPublicKey(privateKey);
  const exported = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(`${exported.n}`).digest('base64');
  return { kid, privateKey, publicKey, jwk: { ...exported, alg: 'RS256', kid, use: 'sig' } };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
