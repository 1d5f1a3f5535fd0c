import type { FastifyInstance } from 'fastify';

/** A kedge: the small anchor that a ship carries out and pulls itself along by. On a field of 32 by 32. */
export const anchor =
  '<g fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round">' +
  '<circle cx="16" cy="6.5" r="2.75"/><path d="M16 9.25V27M11 13.5h10M5.5 16.5a10.5 10.5 0 0 0 21 0"/>' +
  '<path d="M2.25 19.75l3.25-3.25 3.25 3.25M23.25 19.75l3.25-3.25 3.25 3.25"/></g>';

const favicon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<rect width="32" height="32" rx="7" fill="#0b5cad"/>' +
  `<g color="#fff" transform="translate(2.88 3.2) scale(0.82)">${anchor}</g></svg>\n`;

export function registerFavicon(server: FastifyInstance): void {
  server.get('/favicon.svg', async (_request, reply) => {
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400');
    return favicon;
  });

  /** Where browsers look without being told, as for an answer that is JSON. */
  server.get('/favicon.ico', async (_request, reply) => reply.redirect('/favicon.svg', 301));
}
