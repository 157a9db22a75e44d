import type { UploadGrant } from '#contract/knowledge/documents';
import { ApiError } from '#lib/api-error';
import { UploadRefused } from '../file-upload';

/** Posts the file to S3 by its form. XMLHttpRequest, because fetch tells no progress of what it sends. */
export function sendFile(
  file: File,
  { url, fields }: UploadGrant['upload'],
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // S3 ignores every field after the file.
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const end = (error?: unknown) => {
      signal.removeEventListener('abort', abort);
      if (error) reject(error);
      else resolve();
    };
    request.upload.onprogress = ({ loaded, lengthComputable, total }) => {
      // The form around the file counts too; a bar that is full too early tells less than one a little behind.
      if (lengthComputable) onProgress(Math.max(0, loaded - Math.max(0, total - file.size)));
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) end();
      else if (request.status >= 500) end(new ApiError('server.unavailable'));
      else if (/EntityTooLarge/.test(request.responseText)) end(new ApiError('document.too_large'));
      else end(new UploadRefused());
    };
    request.onerror = () => end(new ApiError('network.failed'));
    request.onabort = () => end(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', abort, { once: true });
    request.open('POST', url);
    request.send(form);
  });
}
