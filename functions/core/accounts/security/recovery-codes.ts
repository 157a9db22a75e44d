import { createHash, randomInt } from 'node:crypto';
import { $add, $delete, DeleteItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { RECOVERY_CODES, type RecoveryCodes } from '#contract/accounts/security';
import { RECOVERY_CODE_LENGTH } from '#contract/accounts/sign-in-fields';
import type { UserId } from '#contract/base/ids';
import type { Clock } from '#platform/clock';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { RecoveryCodesEntity } from './entity';

/** Digits and letters that are not taken for one another: five bits each. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes new codes, which only this answer has. They take the place of those that were there. */
export async function replaceCodes(clock: Clock, userId: UserId): Promise<RecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await RecoveryCodesEntity.build(PutItemCommand)
    .item({
      userId,
      hashes: new Set(codes.map((code) => hashOf(userId, code))),
      createdAt: clock().toISOString(),
    })
    .send();
  return { codes };
}

export async function countCodes(userId: UserId): Promise<number> {
  const found = await readItem(RecoveryCodesEntity, { userId });
  return found?.hashes?.size ?? 0;
}

/** Uses a code up. False for one that is not there, or was used. */
export async function takeCode(userId: UserId, code: string): Promise<boolean> {
  const hash = hashOf(userId, code);
  return ifHolds(
    RecoveryCodesEntity.build(UpdateItemCommand)
      .item({ userId, hashes: $delete(new Set([hash])) })
      .options({ condition: { attr: 'hashes', contains: hash } })
      .send(),
  );
}

/** Gives a code back that could not do its work. */
export async function giveCodeBack(userId: UserId, code: string): Promise<void> {
  await RecoveryCodesEntity.build(UpdateItemCommand)
    .item({ userId, hashes: $add(new Set([hashOf(userId, code)])) })
    .options({ condition: { attr: 'userId', exists: true } })
    .send();
}

export async function deleteCodes(userId: UserId): Promise<void> {
  await RecoveryCodesEntity.build(DeleteItemCommand).key({ userId }).send();
}

function newCode(): string {
  const letters = Array.from({ length: RECOVERY_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(
    '',
  );
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** As it is written on paper: O is 0, I and L are 1. */
function hashOf(userId: UserId, code: string): string {
  const letters = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return createHash('sha256').update(`${userId}\0${letters}`).digest('base64url');
}
