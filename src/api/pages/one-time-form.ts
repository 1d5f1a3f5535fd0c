import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitByAddress } from '../../auth/passwords/authenticate-password.ts';
import { accountOperations } from '../../contract/account.ts';
import type { ErrorBody } from '../../contract/error.ts';
import { teamOperations } from '../../contract/team.ts';
import { choosePassword } from '../../platform/accounts/password-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { acceptInvitation } from '../../platform/teams/invitations.ts';
import type { ApiDependencies } from '../api-routes.ts';
import type { DocumentationOptions } from '../documentation/documentation.ts';
import { page } from './layout.ts';
import { donePage, failedPage, formPage } from './one-time-pages.ts';
import { chooseLanguage, words } from './words.ts';

export interface OneTimeOptions extends Pick<ApiDependencies, 'platform' | 'limiter'> {
  documentation: Pick<DocumentationOptions, 'path' | 'apiUrl'>;
}

type Form = { code: string; password: string };
type Origin = { address: string; requestId: string };

/** What each form is for. `use` uses its code up and answers with the email address of the account. */
const forms = {
  invitation: {
    body: teamOperations.acceptInvitation.body,
    use: async (platform: Platform, origin: Origin, form: Form) =>
      (await acceptInvitation(platform, origin, form)).user.email,
  },
  password: { body: accountOperations.choosePassword.body, use: choosePassword },
};
const kinds = Object.keys(forms) as (keyof typeof forms)[];

export function registerOneTimeForms(
  server: FastifyInstance,
  { platform, limiter, documentation }: OneTimeOptions,
): void {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, readForm(body as string)),
  );

  /** The code stands behind the # of a link, where no server and no log ever sees it. */
  server.get('/one-time-link.js', async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8');
    return fillInCode;
  });

  for (const kind of kinds) {
    const { body, use } = forms[kind];

    server.get(`/${kind}`, async (request, reply) => {
      const language = chooseLanguage(request.headers['accept-language']);
      return page(reply, language, words[language][kind], formPage(words[language], kind));
    });

    server.route({
      method: 'POST',
      url: `/${kind}`,
      schema: { body },
      async preValidation(request) {
        request.body ??= {};
        await limitByAddress(limiter, originOf(request));
      },
      async handler(request, reply) {
        const email = await use(platform, originOf(request), request.body as Form);
        const language = chooseLanguage(request.headers['accept-language']);
        const say = words[language];
        const heading = kind === 'invitation' ? say.joined : say.passwordSet;
        return page(reply, language, heading, donePage(say, heading, email, documentation));
      },
      /** An error is answered as everywhere, status and headers; but people get a page in place of JSON. */
      async onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
        if (reply.statusCode < 400) return payload;
        const language = chooseLanguage(request.headers['accept-language']);
        const say = words[language];
        const failure = {
          error: JSON.parse(String(payload)) as ErrorBody,
          code: codeIn(request.body),
          requestId: request.id,
        };
        return page(reply, language, say.failed, failedPage(say, kind, failure, documentation));
      },
    });
  }
}

/** An empty field is one that was not filled in. */
function readForm(body: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(body)].filter(([, value]) => value !== ''));
}

/** What was sent need not be a form. */
function codeIn(body: unknown): string {
  const { code } = Object(body) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, requestId: request.id };
}

/** A second link that is opened in the same tab only changes what follows the #, and loads nothing anew. */
const fillInCode = `function fillInCode() {
  if (location.hash.length < 2) return;
  document.getElementById('code').value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  document.getElementById('password').focus();
}
fillInCode();
addEventListener('hashchange', fillInCode);
`;
