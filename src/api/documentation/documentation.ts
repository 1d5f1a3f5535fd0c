import { hash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { KedgeError } from '../../base/errors.ts';
import { basicPair } from '../request-headers.ts';
import { toOpenApi } from './to-openapi.ts';

export interface DocumentationOptions {
  /** Where it is mounted: the path of KEDGE_API_DOCS_URL. */
  path: string;
  user: string;
  password: string;
  apiUrl: string;
  version: string;
  /** Scalar's script, gzipped. */
  scriptFile: string;
}

/** The interactive documentation. Everything it loads comes from here, and its policy lets it load nothing else. */
export function registerDocumentation(server: FastifyInstance, options: DocumentationOptions): void {
  const path = options.path.replace(/\/$/, '');
  const description = toOpenApi(options.apiUrl, options.version);
  const json = JSON.stringify(description);
  const expected = digest(`${options.user}:${options.password}`);

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    const pair = basicPair(request.headers.authorization);
    if (pair && timingSafeEqual(digest(`${pair.user}:${pair.password}`), expected)) return;
    reply.header('www-authenticate', 'Basic realm="Kedge API documentation", charset="UTF-8"');
    throw new KedgeError('unauthorized', 'Send the user name and password of the API documentation.');
  });

  const page = async (_request: unknown, reply: FastifyReply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', contentPolicy);
    return html(path);
  };
  server.get(path || '/', page);
  if (path) server.get(`${path}/`, page);
  server.get(`${path}/openapi.json`, async (_request, reply) => {
    reply.type('application/json; charset=utf-8');
    return json;
  });
  server.get(`${path}/openapi.yaml`, async (_request, reply) => {
    reply.type('application/yaml; charset=utf-8');
    const { stringify } = await import('yaml');
    return stringify(description, { aliasDuplicateObjects: false });
  });
  server.get(`${path}/init.js`, async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8');
    return initScript(path, new URL(options.apiUrl).pathname);
  });
  server.get(`${path}/scalar.js`, async (_request, reply) => {
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .header('cache-control', 'private, max-age=3600');
    return readFile(options.scriptFile);
  });
}

const contentPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function html(path: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kedge API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<div id="app"></div>
<noscript>
<p style="max-width: 36rem; margin: 12vh auto; padding: 0 1.5rem; font: 1.05rem/1.6 system-ui, sans-serif">
This page needs JavaScript. What it shows stands in <a href="${path}/openapi.json">openapi.json</a>
and <a href="${path}/openapi.yaml">openapi.yaml</a>.</p>
</noscript>
<script src="${path}/scalar.js"></script>
<script src="${path}/init.js"></script>
</body>
</html>
`;
}

function initScript(path: string, apiPath: string): string {
  const settings = {
    url: `${path}/openapi.json`,
    slug: 'kedge-openapi',
    servers: [{ url: apiPath }],
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    persistAuth: false,
    authentication: { preferredSecurityScheme: 'bearer' },
  };
  return `Scalar.createApiReference('#app', ${JSON.stringify(settings)});\n`;
}

function digest(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex'), 'hex');
}
