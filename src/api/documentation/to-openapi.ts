import { ErrorBody } from '../../contract/error.ts';
import type { Operation } from '../../contract/operation.ts';
import { operationIds, operations } from '../../contract/operations.ts';
import { type Access, operationAccess } from '../../platform/access/operation-access.ts';
import { errorComponents, errorResponses } from './error-responses.ts';
import { introduction, tagDescriptions } from './introduction.ts';

export type OpenApi = {
  paths: Record<string, Record<string, object>>;
  components: { schemas: object };
} & object;

/** The API's description, from the very schemas that validate requests and shape answers. */
export function toOpenApi(baseUrl: string, version: string): OpenApi {
  const schemas = new Map<string, object>();
  const paths: Record<string, Record<string, object>> = {};
  for (const id of operationIds) {
    const operation: Operation = operations[id];
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = describe(
      id,
      operation,
      operationAccess[id],
      schemas,
    );
  }
  const error = reference(ErrorBody, schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Kedge API',
      version,
      description: introduction(baseUrl),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Shown at the first start of the server, or made by `POST /tokens` with HTTP Basic.',
        },
        password: { type: 'http', scheme: 'basic', description: 'Your email address and password.' },
      },
      headers,
      responses: errorComponents(error),
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => a.localeCompare(b))),
    },
  } as OpenApi;
}

function describe(id: string, operation: Operation, access: Access, schemas: Map<string, object>): object {
  const { answer, example } = operation;
  return {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, needs(access)].filter(Boolean).join('\n\n'),
    ...(access.who === 'anyone' && { security: [] }),
    ...('password' in access &&
      access.password === 'instead' && { security: [{ bearer: [] }, { password: [] }] }),
    parameters: parameters(operation, schemas),
    ...(operation.body && {
      requestBody: {
        required: requiresBody(operation),
        content: {
          'application/json': { schema: reference(operation.body, schemas), example: example.body },
        },
      },
    }),
    responses: {
      [answer.status]: {
        description: answer.description,
        headers: answerHeaders(operation, access),
        ...(answer.schema && {
          content: {
            'application/json': { schema: reference(answer.schema, schemas), example: example.answer },
          },
        }),
      },
      ...(operation.method === 'GET' && { 304: { description: 'Unchanged since the ETag that you named.' } }),
      ...errorResponses(operation, access),
    },
  };
}

function needs(access: Access): string {
  switch (access.who) {
    case 'anyone':
      return 'Needs no token.';
    case 'account':
      return `Needs the scope \`${access.scope}\`.`;
    case 'platform_admin':
      return `Needs the scope \`${access.scope}\` and a platform admin.`;
    default:
      return `Needs the scope \`${access.scope}\` and the role \`${access.who}\`.`;
  }
}

function parameters(operation: Operation, schemas: Map<string, object>): object[] {
  const named = (place: 'path' | 'query') => {
    const { properties = {} } = (place === 'path' ? operation.params : operation.query) ?? {};
    return Object.entries(properties).map(([name, property]) => {
      const { description, ...schema } = reference(property, schemas) as { description?: string };
      return { name, in: place, required: place === 'path', ...(description && { description }), schema };
    });
  };
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'For a day, the same key and body give the first answer again.',
    schema: { type: 'string', maxLength: 255 },
  };
  return [...named('path'), ...named('query'), ...(operation.method === 'POST' ? [idempotencyKey] : [])];
}

function requiresBody(operation: Operation): boolean {
  return ((operation.body as { required?: string[] }).required ?? []).length > 0;
}

const headers = {
  'Request-Id': { description: 'Finds this request in the log.', schema: { type: 'string' } },
  'RateLimit-Limit': { description: 'Requests per hour.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests that are left now.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until all are there again.', schema: { type: 'integer' } },
  ETag: { description: 'For If-None-Match.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds after which the same request may succeed.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
  Link: { description: 'The next page, as `rel="next"`.', schema: { type: 'string' } },
};

function answerHeaders(operation: Operation, access: Access): object {
  const names = [
    'Request-Id',
    ...(access.who === 'anyone' ? [] : ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
    ...(operation.method === 'GET' ? ['ETag'] : []),
    ...(operation.query?.properties.limit ? ['Link'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A schema with a title becomes a component, wherever it stands. */
function reference(schema: object, schemas: Map<string, object>): object {
  const { title } = schema as { title?: string };
  if (title === undefined) return lift(schema, schemas) as object;
  if (!schemas.has(title)) {
    schemas.set(title, {});
    schemas.set(title, lift(schema, schemas) as object);
  }
  return { $ref: `#/components/schemas/${title}` };
}

function lift(value: unknown, schemas: Map<string, object>): unknown {
  if (Array.isArray(value)) return value.map((item) => (isSchema(item) ? reference(item, schemas) : item));
  if (!isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('~'))
      .map(([key, inner]) => [key, isSchema(inner) ? reference(inner, schemas) : lift(inner, schemas)]),
  );
}

function isSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
