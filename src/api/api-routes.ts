import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify';
import { authenticatePassword, limitByAddress, limitTries } from '../auth/passwords/authenticate-password.ts';
import type { RateLimiter } from '../auth/rate-limits/rate-limiter.ts';
import { authenticateToken, notAuthenticated, type Origin } from '../auth/tokens/authenticate-token.ts';
import type { TokenUses } from '../auth/tokens/token-uses.ts';
import { KedgeError } from '../base/errors.ts';
import { ErrorBody } from '../contract/error.ts';
import type { Operation } from '../contract/operation.ts';
import { type OperationId, operationIds, operations } from '../contract/operations.ts';
import { authorizeBody, authorizePath, type Params } from '../platform/access/authorize.ts';
import type { Caller } from '../platform/access/caller.ts';
import { type Access, operationAccess } from '../platform/access/operation-access.ts';
import { answerOnce, type RepeatableRequest } from '../platform/idempotency/answer-once.ts';
import type { Page } from '../platform/paging.ts';
import type { Platform } from '../platform/platform.ts';
import type { Handlers } from './handlers.ts';
import { acceptsJson, basicPair, bearerToken } from './request-headers.ts';
import { accountRoutes } from './routes/accounts.ts';
import { appRoutes } from './routes/apps.ts';
import { configVarRoutes } from './routes/config-vars.ts';
import { environmentRoutes } from './routes/environments.ts';
import { namespaceRoutes } from './routes/namespaces.ts';
import { pipelineRoutes } from './routes/pipelines.ts';
import { regionRoutes } from './routes/regions.ts';
import { releaseRoutes } from './routes/releases.ts';
import { teamRoutes } from './routes/teams.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { sendWithEtag } from './written-answers.ts';

export interface ApiDependencies {
  platform: Platform;
  limiter: RateLimiter;
  tokenUses: TokenUses;
  rateLimit: number;
}

const handlers: Handlers = {
  ...appRoutes,
  ...configVarRoutes,
  ...releaseRoutes,
  ...namespaceRoutes,
  ...pipelineRoutes,
  ...environmentRoutes,
  ...teamRoutes,
  ...accountRoutes,
  ...tokenRoutes,
  ...regionRoutes,
};

/** What is known of a request once it was let in. */
interface Admitted {
  /** The pattern of its path. */
  route: string;
  origin: Origin;
  caller: Caller | undefined;
  subject: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
  }
}

export function registerApi(server: FastifyInstance, dependencies: ApiDependencies): void {
  server.decorateRequest('admitted', null);
  const methods = new Map<string, string[]>();
  for (const id of operationIds) {
    const url = operations[id].path.replace(/\{(\w+)\}/g, ':$1');
    server.route(routeOf(id, url, server.prefix + url, dependencies));
    methods.set(url, [...(methods.get(url) ?? []), operations[id].method]);
  }
  for (const [url, allowed] of methods) server.route(refuseOtherMethods(url, allowed));
}

function routeOf(id: OperationId, url: string, route: string, dependencies: ApiDependencies): RouteOptions {
  const operation: Operation = operations[id];
  const access: Access = operationAccess[id];
  const { answer } = operation;
  return {
    method: operation.method,
    url,
    schema: {
      ...(operation.query && { querystring: operation.query }),
      ...(operation.body && { body: operation.body }),
      response: {
        ...(answer.schema && { [answer.status]: answer.schema }),
        '4xx': ErrorBody,
        '5xx': ErrorBody,
      },
    },
    onRequest: (request, reply) => admit(dependencies, route, access, request, reply),
    ...(operation.body && { preValidation: emptyIsAnObject }),
    handler: (request, reply) => handle(dependencies.platform, id, operation, access, request, reply),
  };
}

/** Everything that is decided before the body is read. */
async function admit(
  { platform, limiter, tokenUses, rateLimit }: ApiDependencies,
  route: string,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!acceptsJson(request.headers.accept)) {
    throw new KedgeError('not_acceptable', 'Answers are JSON: send Accept: application/json, or none.');
  }
  const origin = { address: request.ip, requestId: request.id };
  if (access.who === 'anyone') {
    await limitByAddress(limiter, origin);
    request.admitted = { route, origin, caller: undefined, subject: undefined };
    return;
  }
  const caller = await authenticate(platform, limiter, access, request.headers.authorization, origin);
  request.admitted = { route, origin, caller, subject: undefined };
  if ('password' in access && access.password === 'checked')
    await limitTries(limiter, caller.account.email, origin);
  if (caller.tokenId !== null) {
    tokenUses.note(caller.tokenId);
    const taken = limiter.take(`token ${caller.tokenId}`, rateLimit);
    const verdict = taken instanceof Promise ? await taken : taken;
    reply.header('ratelimit-limit', verdict.limit);
    reply.header('ratelimit-remaining', verdict.remaining);
    reply.header('ratelimit-reset', verdict.reset);
    if (!verdict.allowed) {
      throw new KedgeError(
        'rate_limit',
        `This token may make ${rateLimit} requests per hour: wait a little.`,
        {
          retryAfter: verdict.retryAfter,
        },
      );
    }
  }
  request.admitted.subject = await authorizePath(platform, access, caller, request.params as Params);
}

function authenticate(
  platform: Platform,
  limiter: RateLimiter,
  access: Access,
  authorization: string | undefined,
  origin: Origin,
): Promise<Caller> {
  const token = bearerToken(authorization);
  if (token !== undefined) return authenticateToken(platform, token, origin);
  const pair = 'password' in access && access.password === 'instead' ? basicPair(authorization) : undefined;
  if (pair) return authenticatePassword(platform, limiter, pair.user, pair.password, origin);
  throw notAuthenticated('Send a token: Authorization: Bearer <token>.');
}

async function handle(
  platform: Platform,
  id: OperationId,
  operation: Operation,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const key = operation.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const act = () => perform(platform, id, access, request);
  const answer = await (key === undefined
    ? act()
    : answerOnce(platform, repeatable(id, operation, request, key), act));
  reply.code(operation.answer.status);
  if (answer === undefined) return reply.send();
  const body = isPaged(operation) ? itemsOf(request, reply, answer as Page<unknown>) : (answer as object);
  return operation.method === 'GET' ? sendWithEtag(request, reply, body) : body;
}

function itemsOf(request: FastifyRequest, reply: FastifyReply, page: Page<unknown>): unknown[] {
  if (page.next !== undefined) reply.header('link', nextLink(request, page.next));
  return page.items;
}

async function perform(
  platform: Platform,
  id: OperationId,
  access: Access,
  request: FastifyRequest,
): Promise<unknown> {
  const { origin, caller, subject } = request.admitted!;
  const handler = handlers[id] as (request: unknown) => Promise<unknown>;
  return handler({
    platform,
    origin,
    caller,
    subject: subject ?? (caller && (await authorizeBody(platform, access, caller, request.body as never))),
    params: request.params,
    query: request.query,
    body: request.body,
  });
}

function repeatable(
  id: OperationId,
  operation: Operation,
  request: FastifyRequest,
  key: string | string[],
): RepeatableRequest {
  const { caller, origin } = request.admitted!;
  return {
    owner: caller ? `account ${caller.account.id}` : `address ${origin.address}`,
    key: requireKey(key),
    request: JSON.stringify([id, request.params, request.body]),
    showsSecretOnce: operation.showsSecretOnce ?? false,
  };
}

function requireKey(key: string | string[]): string {
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key;
  throw new KedgeError('bad_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
}

function isPaged(operation: Operation): boolean {
  return operation.query?.properties.limit !== undefined;
}

function nextLink(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, 'http://localhost');
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}

const emptyIsAnObject: preValidationHookHandler = (request, _reply, done) => {
  request.body ??= {};
  done();
};

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function refuseOtherMethods(url: string, methods: string[]): RouteOptions {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  return {
    method: everyMethod.filter((method) => !allowed.includes(method)) as HTTPMethods[],
    url,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      reply.header('allow', allowed.sort().join(', '));
      throw new KedgeError(
        'method_not_allowed',
        `${request.method} is not possible here, but ${allowed.join(', ')}.`,
      );
    },
    handler: async () => undefined,
  };
}
