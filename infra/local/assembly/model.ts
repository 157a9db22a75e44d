/** Resolved properties of a resource. Whoever uses them parses them with a schema of what it needs. */
export type Properties = Readonly<Record<string, unknown>>;

/** A resource of the assembly: intrinsics resolved, addresses local. */
export interface Resource {
  readonly type: string;
  readonly stack: string;
  readonly logicalId: string;
  readonly region: string;
  /** Physical id: what `Ref` gives (a table's name, a queue's URL, a pool's id). */
  readonly id: string;
  /** What `Fn::GetAtt` gives by attribute, e.g. Arn. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly properties: Properties;
}

export interface Stack {
  readonly name: string;
  readonly region: string;
  /** Resolved outputs by output key. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** A cloud assembly (cdk.out) as CloudFormation would have deployed it. */
export interface Assembly {
  readonly region: string;
  readonly accountId: string;
  readonly stacks: readonly Stack[];
  readonly resources: readonly Resource[];
  ofType(type: string): readonly Resource[];
  /** The resource of a type that `Ref` or an ARN names, or undefined. */
  find(type: string, idOrArn: string): Resource | undefined;
  /** Path of the file or folder that was staged under an asset's object key. */
  asset(objectKey: string): string;
}
