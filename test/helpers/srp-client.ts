import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  type AuthenticationResultType,
  type CognitoIdentityProviderClient,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';

export interface SrpLogin {
  readonly clientId: string;
  readonly poolId: string;
  readonly login: string;
  readonly password: string;
}

export async function signInBySrp(
  client: CognitoIdentityProviderClient,
  who: SrpLogin,
): Promise<AuthenticationResultType | undefined> {
  const proof = await proveBySrp(client, who);
  const output = await client.send(
    new RespondToAuthChallengeCommand({
      ClientId: who.clientId,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: {
        USERNAME: proof.userName,
        PASSWORD_CLAIM_SECRET_BLOCK: proof.secretBlock,
        PASSWORD_CLAIM_SIGNATURE: proof.signature,
        TIMESTAMP: proof.timestamp,
      },
    }),
  );
  return output.AuthenticationResult;
}

/** The client's half of SRP as RFC 5054 and Cognito have it, over the SDK. */
async function proveBySrp(client: CognitoIdentityProviderClient, who: SrpLogin) {
  const secret = number(randomBytes(64));
  const publicValue = power(2n, secret);
  const { ChallengeParameters: challenge = {} } = await client.send(
    new InitiateAuthCommand({
      ClientId: who.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: who.login, SRP_A: publicValue.toString(16) },
    }),
  );
  const { SALT = '', SECRET_BLOCK = '', SRP_B = '', USER_ID_FOR_SRP: user = '' } = challenge;
  const serverValue = BigInt(`0x${SRP_B}`);
  const name = `${who.poolId.split('_')[1]}${user}`;
  const u = number(sha256(signed(publicValue), signed(serverValue)));
  const x = number(sha256(signed(BigInt(`0x${SALT}`)), sha256(Buffer.from(`${name}:${who.password}`))));
  const k = number(sha256(signed(PRIME), signed(2n)));
  const base = (((serverValue - k * power(2n, x)) % PRIME) + PRIME) % PRIME;
  const shared = power(base, secret + u * x);
  const extracted = createHmac('sha256', signed(u)).update(signed(shared)).digest();
  const key = createHmac('sha256', extracted).update('Caldera Derived Key\x01').digest().subarray(0, 16);
  const now = timestamp(new Date());
  return {
    userName: user,
    secretBlock: SECRET_BLOCK,
    signature: createHmac('sha256', key)
      .update(name)
      .update(Buffer.from(SECRET_BLOCK, 'base64'))
      .update(now)
      .digest('base64'),
    timestamp: now,
  };
}

/** The prime of RFC 5054's group of 3072 bits, by its formula: 2^3072 - 2^3008 - 1 + 2^64 * (floor(2^2942 pi) + 1690314). */
const PRIME = 2n ** 3072n - 2n ** 3008n - 1n + 2n ** 64n * (piTimesPowerOfTwo(2942) + 1690314n);

/** floor(2^bits * pi), by Machin's formula. */
function piTimesPowerOfTwo(bits: number): bigint {
  const guard = 64n;
  const one = 1n << (BigInt(bits) + guard);
  const arctanOfInverse = (of: bigint) => {
    let sum = 0n;
    let term = one / of;
    for (let n = 1n; term !== 0n; n += 2n) {
      sum += n % 4n === 1n ? term / n : -(term / n);
      term /= of * of;
    }
    return sum;
  };
  return (4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n))) >> guard;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % PRIME;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

/** Big-endian two's complement, as Java writes a BigInteger. */
function signed(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Buffer.from(Number.parseInt(even.slice(0, 2), 16) > 127 ? `00${even}` : even, 'hex');
}

function number(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function sha256(...parts: Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

/** `Sat Nov 7 05:12:50 UTC 2026` */
function timestamp(date: Date): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = date
    .toUTCString()
    .replace(',', '')
    .split(' ');
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}
