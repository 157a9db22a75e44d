/** An error in S3's words. */
export class S3Error extends Error {
  override readonly name = 'S3Error';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Further elements of the answer. */
    readonly details: Readonly<Record<string, string | number>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export const accessDenied = (message = 'Access Denied') => new S3Error(403, 'AccessDenied', message);

export const noSuchBucket = (BucketName: string) =>
  new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName });

export const noSuchKey = (Key: string, headers: Readonly<Record<string, string>> = {}) =>
  new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key }, headers);

export const noSuchVersion = (Key: string, VersionId: string) =>
  new S3Error(404, 'NoSuchVersion', 'The specified version does not exist.', { Key, VersionId });

export const noSuchUpload = (UploadId: string) =>
  new S3Error(
    404,
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    { UploadId },
  );

export const preconditionFailed = (Condition: string) =>
  new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition,
  });

export const invalidArgument = (message: string) => new S3Error(400, 'InvalidArgument', message);

export const malformedXml = () =>
  new S3Error(
    400,
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );

export const notImplemented = (what: string) =>
  new S3Error(501, 'NotImplemented', `${what} is not served locally`);
