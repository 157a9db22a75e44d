import { randomUUID } from 'node:crypto';
import type { AwsAnswer, AwsCall, LocalContext, LocalService } from '../../service';
import { type Box, type Recognised, Recogniser } from './recognise';

/** What DetectDocumentText takes at once: bytes, and pixels on a side. */
const MOST_BYTES = 10 * 1024 * 1024;
const MOST_PIXELS = 10_000;

/** An error of the API, as SDK clients throw it. */
class TextractError extends Error {
  constructor(
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

/** Amazon Textract: `DetectDocumentText` of pictures that are sent with the call, read by Tesseract. */
export function createTextract({ directory, log }: Pick<LocalContext, 'directory' | 'log'>): LocalService {
  const recogniser = new Recogniser(directory);
  return {
    name: 'textract',
    async start() {},
    stop: () => recogniser.close(),
    // Textract knows no resource of it: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazontextract.html
    requiredActions: () => [{ action: 'textract:DetectDocumentText', resource: '*' }],
    async handle(call) {
      try {
        const picture = pictureOf(call);
        const { width, height } = sizeOf(picture);
        const lines = await recogniser.recognise(picture).catch((error: unknown) => {
          log(`the picture could not be read: ${error}`);
          throw new TextractError('UnsupportedDocumentException', 'Request has unsupported document format');
        });
        const placed = { width, height };
        const blocks = lines.flatMap((line) => {
          const words = line.words.map((word) => blockOf('WORD', word, placed));
          const ids = words.map(({ Id }) => Id);
          return [
            {
              ...blockOf('LINE', line, placed),
              Relationships: [{ Type: 'CHILD', Ids: ids }],
            },
            ...words,
          ];
        });
        return json(200, {
          DetectDocumentTextModelVersion: '1.0',
          DocumentMetadata: { Pages: 1 },
          Blocks: [{ BlockType: 'PAGE', Id: randomUUID() }, ...blocks],
        });
      } catch (error) {
        if (!(error instanceof TextractError)) throw error;
        return json(400, { __type: error.name, Message: error.message });
      }
    },
  };
}

function blockOf(type: 'LINE' | 'WORD', { text, confidence, bbox }: Recognised, size: Size) {
  return {
    BlockType: type,
    Id: randomUUID(),
    Confidence: confidence,
    Text: text.trim(),
    Geometry: { BoundingBox: boundingBox(bbox, size) },
  };
}

function boundingBox({ x0, y0, x1, y1 }: Box, { width, height }: Size) {
  return { Left: x0 / width, Top: y0 / height, Width: (x1 - x0) / width, Height: (y1 - y0) / height };
}

function pictureOf({ headers, body }: AwsCall): Buffer {
  if (headers['x-amz-target'] !== 'Textract.DetectDocumentText')
    throw new TextractError('UnknownOperationException', `${headers['x-amz-target']} is not served locally`);
  const bytes = bytesOf(body);
  if (bytes === null || bytes.length === 0)
    throw new TextractError('InvalidParameterException', 'Request has invalid parameters');
  if (bytes.length > MOST_BYTES)
    throw new TextractError('DocumentTooLargeException', 'The document is larger than 10 MB');
  return bytes;
}

/** Null where the request is none. */
function bytesOf(body: Buffer): Buffer | null {
  try {
    const { Document } = JSON.parse(body.toString()) as { Document?: { Bytes?: unknown } };
    return typeof Document?.Bytes === 'string' ? Buffer.from(Document.Bytes, 'base64') : null;
  } catch {
    return null;
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Of a PNG; the product sends nothing else. */
function sizeOf(picture: Buffer): Size {
  if (!picture.subarray(0, 4).equals(PNG) || picture.length < 24)
    throw new TextractError('UnsupportedDocumentException', 'Request has unsupported document format');
  const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  if (width === 0 || height === 0 || Math.max(width, height) > MOST_PIXELS)
    throw new TextractError('BadDocumentException', 'The document is larger than 10,000 pixels on a side');
  return { width, height };
}

function json(status: number, body: object): AwsAnswer {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify(body),
  };
}
