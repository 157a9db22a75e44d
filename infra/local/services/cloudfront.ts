import type { Resource } from '../assembly/model';
import type { HttpRequest, HttpResponse, Upgrade } from '../http';
import type { LocalContext, LocalService } from '../service';
import type { HttpApis } from './http-api';
import type { WebSocketApis } from './websocket-api';

export interface CloudFrontOptions {
  /** Resources of the assembly: AWS::CloudFront::*, and AWS::S3::BucketPolicy, which lets the edge read. */
  readonly resources: readonly Resource[];
  readonly s3: LocalService;
  readonly httpApis: HttpApis;
  readonly webSocketApis: WebSocketApis;
}

/** The one distribution. */
export interface Edge {
  readonly aliases: readonly string[];
  handle(request: HttpRequest): Promise<HttpResponse>;
  upgrade(upgrade: Upgrade): Promise<void>;
}

export declare function createEdge(context: LocalContext, options: CloudFrontOptions): Edge;
