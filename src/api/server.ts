import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { KedgeError, notFound } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type ApiDependencies, registerApi } from './api-routes.ts';
import { type DocumentationOptions, registerDocumentation } from './documentation/documentation.ts';
import { toErrorResponse } from './error-response.ts';
import { type Health, registerHealth } from './health.ts';
import { createMetrics, registerMetrics } from './metrics.ts';
import { registerPages } from './pages/pages.ts';
import { createValidator } from './validation.ts';

export interface ServerOptions extends ApiDependencies {
  log: Log;
  documentation: DocumentationOptions;
  health: Health;
  /** Whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  tls: { cert: string; key: string } | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** On the clock of `performance.now`. */
    startedAt: number;
  }
}

export const apiPrefix = '/api/v1';
const jsonLimit = 1024 * 1024;

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { log } = options;
  const metrics = createMetrics();
  const server = Fastify({
    logger: false,
    ...(options.tls && { https: options.tls }),
    bodyLimit: jsonLimit,
    requestTimeout: 60_000,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      sendError(log, error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: refuseUnreadable,
  }) as unknown as FastifyInstance;

  server.server.on('checkExpectation', refuseExpectation);
  server.setValidatorCompiler(createValidator());
  readBodies(server);
  server.setErrorHandler((error, request, reply) => sendError(log, error, request, reply));
  server.setNotFoundHandler(() => {
    throw notFound();
  });
  server.decorateRequest('startedAt', 0);
  server.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now();
    reply.header('request-id', request.id);
    done();
  });
  // When the answer is sent, not when its last byte has left: waiting for that costs as much as the rest of the answer.
  server.addHook('onSend', (request, reply, payload, done) => {
    const milliseconds = performance.now() - request.startedAt;
    metrics.observe(request, reply.statusCode, milliseconds);
    logRequest(log, request, reply.statusCode, milliseconds);
    done(null, payload);
  });

  await server.register(async (api) => registerApi(api, options), { prefix: apiPrefix });
  await server.register(async (docs) => registerDocumentation(docs, options.documentation));
  await server.register(async (pages) => registerPages(pages, options));
  registerHealth(server, options.health);
  registerMetrics(server, metrics, options.platform);
  return server;
}

/** JSON and nothing else; an empty body is an empty object; what comes with a DELETE is not looked at. */
function readBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.method === 'DELETE' || body.length === 0) return done(null, undefined);
    const text = body.toString();
    if (!Buffer.from(text).equals(body as Buffer)) {
      return done(new KedgeError('bad_request', 'The body is not valid UTF-8.'));
    }
    parseJson(request, text, (error, value) =>
      error
        ? done(new KedgeError('bad_request', 'The body is not valid JSON.', { cause: error }))
        : done(null, value),
    );
  });
  server.addContentTypeParser('*', (request, payload, done) => {
    if (request.method !== 'DELETE' && request.headers['content-length'] !== '0') {
      return done(
        new KedgeError(
          'unsupported_media_type',
          'The body must be JSON, with Content-Type: application/json.',
        ),
      );
    }
    payload.resume();
    payload.once('end', () => done(null, undefined)).once('error', (error) => done(error));
  });
}

function sendError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const response = toErrorResponse(error);
  if (response.unexpected)
    log.error({ err: (error as Error).cause ?? error, requestId: request.id }, 'request failed');
  else if (response.status === 503)
    log.warn({ err: (error as Error).cause ?? error, requestId: request.id }, 'unavailable');
  for (const [name, value] of Object.entries({ 'request-id': request.id, ...response.headers })) {
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
  return reply.code(response.status).type('application/json; charset=utf-8').send(response.body);
}

/** Node answers `100-continue` by itself; any other expectation it would refuse without a word. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = { code: 'bad_request', message: 'Of all values of Expect, only 100-continue can be met.' };
  response.writeHead(400, { 'request-id': randomUUID(), 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

/** What no HTTP parser can make sense of never becomes a request, and gets its answer on the bare socket. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({ code: 'bad_request', message: 'The request cannot be read as HTTP/1.1.' });
  socket.end(
    `HTTP/1.1 ${status}\r\nRequest-Id: ${randomUUID()}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** The path alone: a query may hold what somebody meant to keep. */
function logRequest(log: Log, request: FastifyRequest, status: number, milliseconds: number): void {
  const { url } = request;
  const end = url.indexOf('?');
  const path = JSON.stringify(end < 0 ? url : url.slice(0, end));
  const account = request.admitted?.caller?.account.id;
  log.line(
    `"requestId":"${request.id}","method":"${request.method}","url":${path},"status":${status},` +
      `"ms":${milliseconds.toFixed(1)},"address":"${request.ip}"${account ? `,"account":"${account}"` : ''}`,
  );
}
