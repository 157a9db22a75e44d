import {
  BadDocumentException,
  DetectDocumentTextCommand,
  DocumentTooLargeException,
  InvalidParameterException,
  TextractClient,
  UnsupportedDocumentException,
} from '@aws-sdk/client-textract';

/** A line of text in a picture; its place as shares of the picture's width and height, from the upper left. */
export interface LineInPicture {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What Textract asks for a page, in US dollars. */
export const PAGE_USD = 0.0015;

/** The client tries again what is throttled; what it gives up, the queue brings again. */
const client = /* @__PURE__ */ new TextractClient({
  maxAttempts: 4,
  requestHandler: { requestTimeout: 30_000 },
});

/** The lines of text in a PNG or JPEG; null where the picture is none that can be read, which no repeating heals. */
export async function recogniseText(picture: Uint8Array): Promise<readonly LineInPicture[] | null> {
  try {
    const { Blocks = [] } = await client.send(
      new DetectDocumentTextCommand({ Document: { Bytes: picture } }),
    );
    return Blocks.flatMap(({ BlockType, Text, Geometry }) => {
      const { Left, Top, Width, Height } = Geometry?.BoundingBox ?? {};
      if (BlockType !== 'LINE' || !Text || Left === undefined || Top === undefined) return [];
      return [{ text: Text, left: Left, top: Top, width: Width ?? 0, height: Height ?? 0 }];
    });
  } catch (error) {
    if (UNREADABLE.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}

const UNREADABLE = [
  BadDocumentException,
  DocumentTooLargeException,
  InvalidParameterException,
  UnsupportedDocumentException,
] as const;
