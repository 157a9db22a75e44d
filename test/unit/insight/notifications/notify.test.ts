import { randomUUID } from 'node:crypto';
import { $set, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeEach, describe, expect, it } from 'vitest';
import { AccountId, NotificationId, UserId } from '#contract/base/ids';
import type { NotificationChoices } from '#contract/insight/notifications';
import { ProfileEntity } from '#core/accounts/entity';
import type { Notice } from '#core/insight/notifications/notice';
import { type NotifyDeps, notify } from '#core/insight/notifications/notify';
import { listNotifications, readNotifications } from '#core/insight/notifications/read-notifications';
import type { OutgoingMail } from '#platform/mail';
import { withLocalTable } from '#test/helpers/local-table';
import { storeMember } from '#test/helpers/stored-items';
import { clock, recordingSockets } from '../../conversations/setup';

withLocalTable();

let accountId: AccountId;
beforeEach(() => {
  accountId = AccountId.parse(randomUUID());
});

const person = async (role: 'owner' | 'admin' | 'member' | 'viewer', notifications?: NotificationChoices) => {
  const userId = UserId.parse(randomUUID());
  await storeMember(accountId, userId, { role });
  if (notifications)
    await ProfileEntity.build(UpdateItemCommand)
      .item({ userId, notifications: $set(notifications) as never })
      .send();
  return userId;
};

const noticeOf = (notice: Partial<Notice> = {}): Notice => ({
  id: NotificationId.parse('01k0000000000000000000000a'),
  accountId,
  kind: 'document_failed',
  at: new Date().toISOString(),
  to: { permission: 'documents.manage' },
  name: 'Prices',
  detail: 'Front desk',
  path: '/bots/b1/knowledge',
  ...notice,
});

function outbox(sendMail?: (mail: OutgoingMail) => Promise<void>) {
  const mails: OutgoingMail[] = [];
  const deps: NotifyDeps = {
    clock,
    sockets: recordingSockets().sockets,
    appOrigin: 'https://app.example.com',
    sendMail:
      sendMail ??
      (async (mail) => {
        mails.push(mail);
      }),
  };
  return { mails, deps };
}

const read = (userId: UserId) => listNotifications({ accountId, userId }, { limit: 50 });

describe('people are told', () => {
  it('as far as their role goes, and nobody of another account', async () => {
    const [owner, member] = [await person('owner'), await person('member')];
    await notify(outbox().deps, noticeOf());
    expect(await read(owner)).toMatchObject({
      items: [{ kind: 'document_failed', name: 'Prices', detail: 'Front desk', isRead: false }],
      unread: 1,
    });
    expect(await read(member)).toEqual({ items: [], cursor: null, unread: 0 });
    const other = { accountId: AccountId.parse(randomUUID()), userId: owner };
    expect((await listNotifications(other, { limit: 50 })).items).toEqual([]);
  });

  it('once, however often it is told', async () => {
    const owner = await person('owner', { document_failed: ['app', 'email'] });
    const { deps, mails } = outbox();
    await notify(deps, noticeOf());
    await notify(deps, noticeOf());
    expect((await read(owner)).items).toHaveLength(1);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ subject: 'Front desk could not read Prices' });
  });

  it('of a mention without words of the note, which may be erased', async () => {
    const owner = await person('owner');
    await notify(outbox().deps, noticeOf({ kind: 'mention', name: 'Ada', detail: 'Call 4711' }));
    expect((await read(owner)).items).toMatchObject([{ kind: 'mention', name: 'Ada', detail: null }]);
  });

  it('by the ways that they have chosen', async () => {
    const [silent, byMail] = [
      await person('owner', { document_failed: [] }),
      await person('admin', { document_failed: ['email'] }),
    ];
    const { deps, mails } = outbox();
    await notify(deps, noticeOf());
    expect((await read(silent)).items).toEqual([]);
    expect((await read(byMail)).items).toEqual([]);
    expect(mails.map(({ to }) => to)).toEqual([`${byMail}@example.com`]);
  });

  it('of their suspension in their own account, by a mail too, also where they are in no team any more', async () => {
    const member = UserId.parse(randomUUID());
    const team = AccountId.parse(randomUUID());
    await storeMember(team, member, { role: 'member' });
    const { deps, mails } = outbox();
    await notify(
      deps,
      noticeOf({
        kind: 'member_suspended',
        to: { person: member },
        name: 'Tea Ltd',
        detail: null,
        path: null,
      }),
    );
    expect((await read(member)).items).toMatchObject([{ kind: 'member_suspended', name: 'Tea Ltd' }]);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [`${member}@example.com`, 'You no longer have access to Tea Ltd: your membership is suspended'],
    ]);
  });

  it('by a mail that is tried again when it could not be sent, without a second notification', async () => {
    const owner = await person('owner', { document_failed: ['app', 'email'] });
    const failing = outbox(async () => {
      throw new Error('The mail service is down.');
    });
    await expect(notify(failing.deps, noticeOf())).rejects.toThrow('The mail service is down.');
    const { deps, mails } = outbox();
    await notify(deps, noticeOf());
    expect(mails).toHaveLength(1);
    expect((await read(owner)).items).toHaveLength(1);
  });
});

describe('reading', () => {
  it('marks one, or all up to one, and never back', async () => {
    const owner = await person('owner');
    const { deps } = outbox();
    const ids = ['a', 'b', 'c'].map((end) => NotificationId.parse(`01k0000000000000000000000${end}`));
    for (const id of ids) await notify(deps, noticeOf({ id }));
    const reader = { accountId, userId: owner };
    const [first, second, third] = ids as [NotificationId, NotificationId, NotificationId];
    await readNotifications(clock, reader, { id: third });
    expect((await read(owner)).unread).toBe(2);
    await readNotifications(clock, reader, { upTo: second });
    await readNotifications(clock, reader, { upTo: first });
    expect(await read(owner)).toMatchObject({
      items: [{ isRead: true }, { isRead: true }, { isRead: true }],
      unread: 0,
    });
  });

  it('of what is not there changes nothing', async () => {
    const reader = { accountId, userId: await person('owner') };
    await readNotifications(clock, reader, { id: NotificationId.parse('unknown') });
    expect(await read(reader.userId)).toEqual({ items: [], cursor: null, unread: 0 });
  });
});
