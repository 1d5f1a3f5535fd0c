// The floor under the API: a bare Fastify server that answers one path with the bytes of a file, and with headers if given.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

const [path, bodyFile, headers = '{}'] = process.argv.slice(2);
const constant: Record<string, string> = JSON.parse(headers);
const body = readFileSync(bodyFile!, 'utf8');

const server = Fastify();
server.get(path!, async (_request, reply) => {
  reply.type('application/json; charset=utf-8').headers(constant);
  return body;
});
await server.listen({ host: '127.0.0.1', port: 0 });
console.log(`127.0.0.1:${(server.server.address() as AddressInfo).port} is ready`);
