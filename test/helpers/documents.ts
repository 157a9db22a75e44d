import type { Document, UploadGrant } from '#contract/knowledge/documents';
import { request } from './request';
import type { ApiClient } from './users';
import { waitFor } from './wait-for';

export interface TestFile {
  readonly fileName: string;
  readonly content: Uint8Array | string;
}

/** Announces a file and posts it to S3, as the browser does; the pipeline has yet to read it. */
export async function uploadDocument(api: ApiClient, botId: string, file: TestFile): Promise<Document> {
  const content = Buffer.from(file.content);
  const grant = await api.call<UploadGrant>('registerDocument', {
    path: { botId },
    body: { fileName: file.fileName, size: content.length },
  });
  const answer = await postForm(grant.upload, { ...file, content });
  if (answer.status >= 300) throw new Error(`S3 refused the upload with ${answer.status}: ${answer.text()}`);
  return api.call<Document>('completeUpload', { path: { botId, documentId: grant.document.id } });
}

/** Sends a form with a file to S3; whatever it answers. */
export async function postForm(upload: UploadGrant['upload'], file: TestFile) {
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.set(name, value);
  form.set('file', new Blob([Buffer.from(file.content)]), file.fileName);
  const encoded = new Response(form);
  return request(upload.url, {
    method: 'POST',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
  });
}

/** The document once the pipeline has ended with it, well or not. */
export function processed(
  api: ApiClient,
  { id: documentId, botId }: Pick<Document, 'id' | 'botId'>,
): Promise<Document> {
  return waitFor(`the document ${documentId} to be processed`, async () => {
    const document = await api.call<Document>('getDocument', { path: { botId, documentId } });
    return document.status === 'success' || document.status === 'failed' ? document : undefined;
  });
}
