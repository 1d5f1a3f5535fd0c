import type { FastifyInstance } from 'fastify';
import { escapeHtml, page } from './layout.ts';
import { chooseLanguage, type Words, words } from './words.ts';

export function registerFrontPage(server: FastifyInstance, documentationPath: string): void {
  server.get('/', async (request, reply) => {
    const language = chooseLanguage(request.headers['accept-language']);
    const say = words[language];
    return page(
      reply,
      language,
      say.home,
      `<h1>${say.home}</h1>
<p>${say.homeMore}</p>
<ul>
<li>${documentationLink(say, documentationPath)}</li>
<li><a href="/readyz">${say.health}</a>${say.healthMore}</li>
</ul>`,
    );
  });
}

export function documentationLink(say: Words, path: string): string {
  return `<a href="${escapeHtml(path)}">${say.apiDocs}</a>${say.apiDocsMore}`;
}
