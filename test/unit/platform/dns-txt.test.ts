import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dnsTxtOf } from '#platform/dns-txt';

const KNOWN: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '_parley-site-confirmation.shop.example': [['parley-', 'abc'], ['v=spf1 -all']],
};

let server: Socket;
let address: string;
beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (question, { port, address: from }) => server.send(answerTo(question), port, from));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** A name server's answer (RFC 1035): the question again, and the records of its name, or that there is none. */
function answerTo(question: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const asked = question.subarray(12, at + 5);
  const records = KNOWN[labels.join('.')];
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(records ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records?.length ?? 0, 6);
  const answers = (records ?? []).map((pieces) => {
    const data = Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])));
    const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, asked, ...answers]);
}

test('the texts of a name come whole, one for each record', async () => {
  const records = await dnsTxtOf([address])('_parley-site-confirmation.shop.example');
  expect([...records].sort()).toEqual(['parley-abc', 'v=spf1 -all']);
});

test('a name without any, and one that is none, have no texts', async () => {
  const textRecords = dnsTxtOf([address]);
  expect(await textRecords('_parley-site-confirmation.other.example')).toEqual([]);
  expect(await textRecords('a..b')).toEqual([]);
});
