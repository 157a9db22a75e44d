import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The 3072-bit group of RFC 5054, which Cognito uses with generator 2. */
const N = BigInt(
  '0xFFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD' +
    '3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F' +
    '24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552' +
    'BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF0' +
    '6F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64EC' +
    'FB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A' +
    '0864D87602733EC86A64521F2B18177B200CBBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D1' +
    '20A93AD2CAFFFFFFFFFFFFFFFF',
);
const G = 2n;
const K = toBigInt(sha256(Buffer.concat([padded(N), padded(G)])));

/** What is kept of a password: enough to check it, not to read it. All in hex. */
export interface Verifier {
  readonly salt: string;
  readonly verifier: string;
}

/** The server's half of one sign-in. */
export interface SrpExchange {
  readonly clientPublic: bigint;
  readonly serverPublic: bigint;
  readonly serverSecret: bigint;
  readonly verifier: bigint;
}

/** `identity` is the pool id's part after the underscore followed by the user name. */
export function createVerifier(identity: string, password: string, salt = randomBytes(16)): Verifier {
  const saltHex = salt.toString('hex');
  return { salt: saltHex, verifier: modPow(G, privateKey(identity, password, saltHex), N).toString(16) };
}

export function checkPassword(identity: string, password: string, stored: Verifier): boolean {
  const shown = modPow(G, privateKey(identity, password, stored.salt), N).toString(16);
  return sameBytes(Buffer.from(shown), Buffer.from(stored.verifier));
}

/** Undefined for a public value that would let anybody in (a multiple of N). */
export function beginExchange(clientPublicHex: string, stored: Verifier): SrpExchange | undefined {
  if (!/^[0-9a-fA-F]+$/.test(clientPublicHex)) return undefined;
  const clientPublic = BigInt(`0x${clientPublicHex}`);
  if (clientPublic % N === 0n) return undefined;
  const verifier = BigInt(`0x${stored.verifier}`);
  const serverSecret = toBigInt(randomBytes(32));
  return {
    clientPublic,
    serverPublic: (K * verifier + modPow(G, serverSecret, N)) % N,
    serverSecret,
    verifier,
  };
}

/** Whether the client's signature proves that it knew the password. */
export function checkProof(
  exchange: SrpExchange,
  claim: {
    readonly identity: string;
    readonly secretBlock: string;
    readonly timestamp: string;
    readonly signature: string;
  },
): boolean {
  const expected = createHmac('sha256', sessionKey(exchange))
    .update(claim.identity)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest();
  return sameBytes(expected, Buffer.from(claim.signature, 'base64'));
}

function sessionKey({ clientPublic, serverPublic, serverSecret, verifier }: SrpExchange): Buffer {
  const u = toBigInt(sha256(Buffer.concat([padded(clientPublic), padded(serverPublic)])));
  const shared = modPow(clientPublic * modPow(verifier, u, N), serverSecret, N);
  // HKDF with one block of 16 bytes, as Cognito's clients derive it.
  const extracted = createHmac('sha256', padded(u)).update(padded(shared)).digest();
  return createHmac('sha256', extracted).update('Caldera Derived Key\x01').digest().subarray(0, 16);
}

function privateKey(identity: string, password: string, saltHex: string): bigint {
  return toBigInt(
    sha256(Buffer.concat([padded(BigInt(`0x${saltHex}`)), sha256(Buffer.from(`${identity}:${password}`))])),
  );
}

/** Bytes of a number in two's complement: a leading zero byte keeps it positive, as Java's BigInteger has it. */
function padded(value: bigint): Buffer {
  let hex = value.toString(16);
  if (hex.length % 2 === 1) hex = `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(hex) ? `00${hex}` : hex, 'hex');
}

function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let power = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * power) % modulus;
    power = (power * power) % modulus;
  }
  return result;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function toBigInt(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
