// What an installation needs beside its packages: Scalar's script, taken out of its package and compressed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const assets = fileURLToPath(new URL('../assets/', import.meta.url));
const server = Fastify();
await server.register(scalar, { routePrefix: '/reference', configuration: { content: {} } });
const { body, statusCode } = await server.inject('/reference/js/scalar.js');
if (statusCode !== 200) throw new Error(`the package of Scalar no longer serves its script: ${statusCode}`);
mkdirSync(assets, { recursive: true });
writeFileSync(`${assets}scalar.js.gz`, gzipSync(body, { level: 9 }));
