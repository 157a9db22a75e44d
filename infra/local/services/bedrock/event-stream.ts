import { crc32 } from 'node:zlib';

/** A message of AWS's event stream encoding that carries JSON. */
export function encodeEvent(type: string, payload: object): Uint8Array {
  return encodeMessage(
    { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' },
    payload,
  );
}

/** The message that ends a stream in an error. */
export function encodeException(type: string, message: string): Uint8Array {
  return encodeMessage(
    { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' },
    { message },
  );
}

/** Type byte of a header whose value is a string. */
const STRING = 7;

/** Lengths of the whole and of the headers, their checksum, headers, body, and the checksum of it all. */
function encodeMessage(headers: Readonly<Record<string, string>>, payload: object): Uint8Array {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => encodeHeader(name, value)));
  const body = Buffer.from(JSON.stringify(payload));
  const message = Buffer.alloc(12 + head.length + body.length + 4);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(head.length, 4);
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8);
  head.copy(message, 12);
  body.copy(message, 12 + head.length);
  message.writeUInt32BE(crc32(message.subarray(0, -4)), message.length - 4);
  return message;
}

function encodeHeader(name: string, value: string): Buffer {
  const text = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([Buffer.of(name.length), Buffer.from(name), Buffer.of(STRING), length, text]);
}
