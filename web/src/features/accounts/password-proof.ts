import type { PasswordProof } from '#contract/accounts/security';
import { ApiError } from '#lib/api-error';
import { config } from '#lib/config';

/**
 * Shows that its maker knows the password of an address: the client's half of SRP as RFC 5054 and Cognito have it. The
 * server passes the proof on to Cognito, so that no password reaches us. Amplify knows the exchange as well, but only as
 * a whole sign-in.
 */
export async function provePassword(email: string, password: string): Promise<PasswordProof> {
  const secret = numberOf(crypto.getRandomValues(new Uint8Array(128)));
  const publicValue = power(GENERATOR, secret);
  const { SALT, SECRET_BLOCK, SRP_B, USER_ID_FOR_SRP } = await beginExchange(email, publicValue);
  const serverValue = BigInt(`0x${SRP_B}`);
  const name = utf8(`${config().userPoolId.split('_')[1]}${USER_ID_FOR_SRP}`);
  const u = numberOf(await sha256(signed(publicValue), signed(serverValue)));
  const x = numberOf(
    await sha256(signed(BigInt(`0x${SALT}`)), await sha256(name, utf8(':'), utf8(password))),
  );
  const k = numberOf(await sha256(signed(PRIME), signed(GENERATOR)));
  const base = (((serverValue - k * power(GENERATOR, x)) % PRIME) + PRIME) % PRIME;
  const shared = power(base, secret + u * x);
  const extracted = await hmac(signed(u), signed(shared));
  const key = (await hmac(extracted, utf8('Caldera Derived Key\x01'))).slice(0, 16);
  const timestamp = timestampOf(new Date());
  const block = Uint8Array.from(atob(SECRET_BLOCK), (letter) => letter.charCodeAt(0));
  const signature = await hmac(key, joined(name, block, utf8(timestamp)));
  return {
    userName: USER_ID_FOR_SRP,
    secretBlock: SECRET_BLOCK,
    signature: btoa(String.fromCharCode(...signature)),
    timestamp,
  };
}

interface Challenge {
  readonly SALT: string;
  readonly SECRET_BLOCK: string;
  readonly SRP_B: string;
  readonly USER_ID_FOR_SRP: string;
}

async function beginExchange(email: string, publicValue: bigint): Promise<Challenge> {
  const { userPoolEndpoint, userPoolClientId, region } = config();
  let answer: Response;
  try {
    answer = await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      body: JSON.stringify({
        ClientId: userPoolClientId,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: email, SRP_A: publicValue.toString(16) },
      }),
    });
  } catch (cause) {
    throw new ApiError('network.failed', { cause });
  }
  if (!answer.ok)
    throw new ApiError(answer.status >= 500 ? 'server.unavailable' : 'security.password_wrong', {
      cause: await answer.text(),
    });
  return ((await answer.json()) as { ChallengeParameters: Challenge }).ChallengeParameters;
}

/** The group of 3072 bits of RFC 5054. */
const PRIME = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD',
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED',
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F',
    '83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510',
    '15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7',
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C',
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
);
const GENERATOR = 2n;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % PRIME;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Big-endian two's complement, as Java writes a BigInteger. */
function signed(value: bigint): Bytes {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  const digits = Number.parseInt(even.slice(0, 2), 16) > 127 ? `00${even}` : even;
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function numberOf(bytes: Bytes): bigint {
  return BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function joined(...parts: readonly Bytes[]): Bytes {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));
}

async function hmac(key: Bytes, data: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data));
}

/** `Sat Nov 7 05:12:50 UTC 2026` */
function timestampOf(date: Date): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = date
    .toUTCString()
    .replace(',', '')
    .split(' ');
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}
