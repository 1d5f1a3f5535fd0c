import type { FastifyInstance } from 'fastify';

/** Each check resolves when its part can serve, and rejects when it cannot. */
export type Health = Record<string, () => Promise<void>>;

export function registerHealth(server: FastifyInstance, health: Health): void {
  server.get('/healthz', async () => ({ status: 'ok' }));

  server.get('/readyz', async (_request, reply) => {
    const checks = await Promise.all(
      Object.entries(health).map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    const ready = checks.every(([, result]) => result === 'ok');
    if (!ready) reply.code(503).header('retry-after', '5');
    return { status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(checks) };
  });
}

async function outcome(check: () => Promise<void>): Promise<string> {
  try {
    await check();
    return 'ok';
  } catch (error) {
    return (error as Error).message;
  }
}
