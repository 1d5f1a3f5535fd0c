import type { Operation } from '../../contract/operation.ts';
import type { Access } from '../../platform/access/operation-access.ts';

interface ErrorResponse {
  name: string;
  description: string;
  headers?: string[];
}

const byStatus: Record<number, ErrorResponse> = {
  401: {
    name: 'Unauthorized',
    description: 'There is no token, or it is unknown, expired or revoked.',
    headers: ['WWW-Authenticate'],
  },
  403: { name: 'Forbidden', description: "The token's scope or app, or your role, does not allow it." },
  404: { name: 'NotFound', description: 'It does not exist, or you may not know of it.' },
  409: { name: 'Conflict', description: 'It contradicts what is there, such as a taken name.' },
  413: { name: 'PayloadTooLarge', description: 'The body is larger than 1 MiB.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is not sent as `application/json`.' },
  422: { name: 'InvalidParams', description: 'A value is not possible here: see `details`.' },
  429: {
    name: 'RateLimit',
    description: 'There were too many requests within an hour.',
    headers: ['Retry-After'],
  },
};

const otherwise: ErrorResponse = {
  name: 'Error',
  description: 'Any other error: see `code` and `message`.',
};

/** The `responses` of an operation for all that can go wrong. */
export function errorResponses(operation: Operation, access: Access): object {
  const statuses = [
    ...(access.who === 'anyone' ? [] : [401, 403]),
    ...(operation.params ? [404] : []),
    ...(operation.method === 'GET' ? [] : [409]),
    ...(operation.body ? [413, 415, 422] : []),
    429,
  ];
  return {
    ...Object.fromEntries(statuses.map((status) => [status, refer(byStatus[status]!)])),
    default: refer(otherwise),
  };
}

/** What `errorResponses` refers to. `schema` is that of every error's body. */
export function errorComponents(schema: object): object {
  const components = [...Object.values(byStatus), otherwise].map(({ name, description, headers = [] }) => [
    name,
    {
      description,
      headers: Object.fromEntries(
        ['Request-Id', ...headers].map((header) => [header, { $ref: `#/components/headers/${header}` }]),
      ),
      content: { 'application/json': { schema } },
    },
  ]);
  return Object.fromEntries(components);
}

function refer({ name }: ErrorResponse): object {
  return { $ref: `#/components/responses/${name}` };
}
