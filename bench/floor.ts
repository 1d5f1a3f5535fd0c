// The floor under the API: a bare Fastify server that answers one path with the bytes of a file.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

const [path, bodyFile] = process.argv.slice(2);
const body = readFileSync(bodyFile!, 'utf8');

const server = Fastify();
server.get(path!, async (_request, reply) => {
  reply.type('application/json; charset=utf-8');
  return body;
});
await server.listen({ host: '127.0.0.1', port: 0 });
console.log(`127.0.0.1:${(server.server.address() as AddressInfo).port} is ready`);
