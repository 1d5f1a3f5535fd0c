import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { authenticateToken, notAuthenticated } from '../auth/tokens/authenticate-token.ts';
import { forbidden } from '../base/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { bearerToken } from './request-headers.ts';

export interface Metrics {
  readonly registry: Registry;
  observe(request: FastifyRequest, status: number, milliseconds: number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'kedge_http_request_duration_seconds',
    help: 'Requests answered by the control plane, by the time that each took.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  return {
    registry,
    observe(request, status, milliseconds) {
      const route = request.admitted?.route ?? request.routeOptions.url ?? 'unknown';
      seconds.observe({ method: request.method, route, status }, milliseconds / 1000);
    },
  };
}

/** For a scraper on the machine itself, or for a platform admin's token. */
export function registerMetrics(server: FastifyInstance, metrics: Metrics, platform: Platform): void {
  server.get('/metrics', async (request, reply) => {
    if (!comesFromThisMachine(request)) {
      const token = bearerToken(request.headers.authorization);
      if (token === undefined) throw notAuthenticated('Send the token of a platform admin.');
      const caller = await authenticateToken(platform, token, { address: request.ip, requestId: request.id });
      if (!caller.account.platformAdmin || caller.boundTo)
        throw forbidden('Only a platform admin may read this.');
    }
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}

/** A proxy on this machine dials from here too, but it speaks for others: it forwards headers or another host name. */
function comesFromThisMachine(request: FastifyRequest): boolean {
  const { headers } = request;
  const forwarded = Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded') || name === 'forwarded' || name === 'via',
  );
  return isLoopback(request.socket.remoteAddress ?? '') && !forwarded && isLoopbackHost(headers.host ?? '');
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.replace('::ffff:', '').startsWith('127.');
}

function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return name === 'localhost' || (isIP(name) !== 0 && isLoopback(name));
}
