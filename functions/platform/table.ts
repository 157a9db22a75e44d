import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Table } from 'dynamodb-toolbox';
import { environment } from './environment';

/** A request that hangs is given up and tried again, instead of holding its function until that is stopped. */
const client = new DynamoDBClient({
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000 },
});

export const documentClient = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});

/**
 * The one table. Both indexes are sparse and hold keys only: an item is in one when it has that index's
 * attributes. `expiresAt` (epoch seconds) is its time to live.
 */
export const table = new Table({
  documentClient,
  name: () => environment('TABLE_NAME'),
  partitionKey: { name: 'pk', type: 'string' },
  sortKey: { name: 'sk', type: 'string' },
  indexes: {
    gsi1: {
      type: 'global',
      partitionKey: { name: 'gsi1pk', type: 'string' },
      sortKey: { name: 'gsi1sk', type: 'string' },
    },
    gsi2: {
      type: 'global',
      partitionKey: { name: 'gsi2pk', type: 'string' },
      sortKey: { name: 'gsi2sk', type: 'string' },
    },
  },
  entityAttributeSavedAs: 'entity',
});
