import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BusEvent } from '#infra/local/runtime/ports';
import { createSes, type SesService } from '#infra/local/services/ses/service';
import { resource, type ServedService, serveService, temporaryContext } from '#test/helpers/serve-service';

const identities = [
  resource('AWS::SES::EmailIdentity', 'example.com', { EmailIdentity: 'example.com' }),
  resource('AWS::SES::EmailIdentity', 'me@other.org', { EmailIdentity: 'me@other.org' }),
];

let context: Awaited<ReturnType<typeof temporaryContext>>;
let service: SesService;
let served: ServedService;
let client: SESv2Client;
let told: BusEvent[];

async function start() {
  told = [];
  service = createSes(context, {
    identities,
    configurationSets: [resource('AWS::SES::ConfigurationSet', 'ours', { Name: 'ours' })],
    eventDestinations: [
      resource('AWS::SES::ConfigurationSetEventDestination', 'returned', {
        ConfigurationSetName: 'ours',
        EventDestination: {
          Enabled: true,
          MatchingEventTypes: ['BOUNCE', 'COMPLAINT'],
          EventBridgeDestination: { EventBusArn: 'arn:aws:events:eu-central-1:0:event-bus/default' },
        },
      }),
    ],
    publish: async (event) => void told.push(event),
  });
  served = await serveService(service);
  client = new SESv2Client({
    endpoint: served.endpoint,
    region: context.region,
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    maxAttempts: 1,
  });
}

async function stop() {
  client.destroy();
  await served.close();
}

beforeEach(async () => {
  context = await temporaryContext();
  await start();
});

afterEach(stop);

const simple = (from: string, to: string, subject = 'Hello') =>
  new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: 'Body' } } } },
  });

describe('a mail that comes back, as of the mailbox simulator', () => {
  const sendTo = (to: string, set?: string) =>
    client.send(
      new SendEmailCommand({
        ...simple('no-reply@example.com', to).input,
        ...(set !== undefined && { ConfigurationSetName: set }),
      }),
    );

  test.each([
    ['bounce@simulator.amazonses.com', 'Bounce', 'bounce.bouncedRecipients', 'Email Bounced'],
    ['Complaint+kim@client.net', 'Complaint', 'complaint.complainedRecipients', 'Email Complaint Received'],
  ])('is told to the bus by its configuration set: %s', async (to, eventType, recipients, detailType) => {
    await sendTo(to, 'ours');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      source: 'aws.ses',
      'detail-type': detailType,
      detail: { eventType, mail: { tags: { 'ses:configuration-set': ['ours'] } } },
    });
    expect(told[0]?.detail).toHaveProperty(recipients, [{ emailAddress: to }]);
  });

  test('is told by no other, and no other mail is', async () => {
    await sendTo('bounce@client.net');
    await sendTo('bouncer@client.net', 'ours');
    expect(told).toEqual([]);
    await expect(sendTo('zoe@client.net', 'theirs')).rejects.toMatchObject({ name: 'NotFoundException' });
  });
});

describe('a mail that is sent', () => {
  test('lands in the inbox with its texts and attachments', async () => {
    const { MessageId } = await client.send(
      new SendEmailCommand({
        FromEmailAddress: 'Parley <no-reply@example.com>',
        Destination: { ToAddresses: ['Zoë <zoe@client.net>'], BccAddresses: ['hidden@client.net'] },
        ReplyToAddresses: ['help@example.com'],
        Content: {
          Simple: {
            Subject: { Data: 'Grüße aus Köln' },
            Body: { Text: { Data: 'Schöne Grüße' }, Html: { Data: '<p>Schöne Grüße</p>' } },
            Attachments: [
              {
                FileName: 'bericht.pdf',
                ContentType: 'application/pdf',
                RawContent: Buffer.from('%PDF-1.7'),
              },
            ],
          },
        },
      }),
    );
    const mail = service.getMail(MessageId ?? '');
    expect(mail).toMatchObject({
      from: 'Parley <no-reply@example.com>',
      to: ['Zoë <zoe@client.net>'],
      bcc: ['hidden@client.net'],
      replyTo: ['help@example.com'],
      subject: 'Grüße aus Köln',
      text: 'Schöne Grüße',
      html: '<p>Schöne Grüße</p>',
    });
    expect(mail?.attachments).toMatchObject([{ fileName: 'bericht.pdf', contentType: 'application/pdf' }]);
    expect(Buffer.from(mail?.attachments[0]?.content ?? []).toString()).toBe('%PDF-1.7');
  });

  test('that its sender built whole is refused, as no function may send any', async () => {
    await expect(
      client.send(new SendEmailCommand({ Content: { Raw: { Data: Buffer.from('Subject: x') } } })),
    ).rejects.toMatchObject({ name: 'BadRequestException' });
  });

  test('is still there after a restart that no stop came before', async () => {
    await client.send(simple('a@example.com', 'one@client.net', 'First'));
    await client.send(simple('a@example.com', 'two@client.net', 'Second'));
    const other = createSes(context, { identities });
    await other.start();
    expect(other.listMails().map(({ subject }) => subject)).toEqual(['Second', 'First']);
    expect(other.listMails({ to: 'ONE@client.net' }).map(({ subject }) => subject)).toEqual(['First']);
    other.clear();
    expect(other.listMails()).toEqual([]);
    await other.stop();
  });
});

describe('a sender', () => {
  test('without a verified identity is rejected, and nothing is delivered', async () => {
    await expect(client.send(simple('a@evil.com', 'x@client.net'))).rejects.toMatchObject({
      name: 'MessageRejected',
      message: expect.stringContaining('Email address is not verified'),
    });
    await expect(client.send(simple('you@other.org', 'x@client.net'))).rejects.toMatchObject({
      name: 'MessageRejected',
    });
    expect(service.listMails()).toEqual([]);
  });

  test('is covered by its address, its domain or a domain above', async () => {
    for (const from of ['me@other.org', 'x@example.com', 'x@mail.example.com']) {
      await client.send(simple(from, 'x@client.net'));
    }
    expect(service.listMails()).toHaveLength(3);
  });

  test('that AWS itself is needs none', async () => {
    await service.send(
      { from: 'no-reply@verificationemail.com', to: ['x@client.net'], subject: 'Code', text: '1' },
      { unverified: true },
    );
    expect(service.listMails({ to: 'x@client.net' })).toHaveLength(1);
  });
});

test('a mail without a recipient, with an illegal one, or under an unknown configuration set is refused', async () => {
  const content = { Simple: { Subject: { Data: 's' }, Body: { Text: { Data: 't' } } } };
  const from = 'a@example.com';
  await expect(
    client.send(new SendEmailCommand({ FromEmailAddress: from, Destination: {}, Content: content })),
  ).rejects.toMatchObject({ name: 'BadRequestException' });
  await expect(client.send(simple(from, 'nobody'))).rejects.toMatchObject({ name: 'BadRequestException' });
  await expect(
    client.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: ['x@client.net'] },
        Content: content,
        ConfigurationSetName: 'missing',
      }),
    ),
  ).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('a role needs leave to send as the identity that covers the sender', async () => {
  const call = (body: unknown) => ({
    method: 'POST',
    url: new URL('http://127.0.0.1/v2/email/outbound-emails'),
    rawPath: '/v2/email/outbound-emails',
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
    principal: { kind: 'role', arn: 'arn:aws:iam::000000000000:role/x' } as const,
  });
  const content = { Simple: { Subject: { Data: 's' }, Body: { Text: { Data: 't' } } } };
  const from = 'Parley <x@mail.example.com>';
  expect(service.requiredActions(call({ FromEmailAddress: from, Content: content }))).toEqual([
    {
      action: 'ses:SendEmail',
      resource: 'arn:aws:ses:eu-central-1:000000000000:identity/example.com',
      context: { 'ses:FromAddress': 'x@mail.example.com' },
    },
  ]);
});
