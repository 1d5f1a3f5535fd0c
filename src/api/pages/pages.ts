import type { FastifyInstance } from 'fastify';
import { registerFrontPage } from './front-page.ts';
import { registerFavicon } from './mark.ts';
import { type OneTimeOptions, registerOneTimeForms } from './one-time-form.ts';

/** The front page, and the pages behind one-time links. */
export function registerPages(server: FastifyInstance, options: OneTimeOptions): void {
  registerFavicon(server);
  if (options.documentation.path !== '/') registerFrontPage(server, options.documentation.path);
  registerOneTimeForms(server, options);
}
