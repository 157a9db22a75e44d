/** A request of the DynamoDB API, as dynalite reads it. */
export type Request = DynaliteRequest;
