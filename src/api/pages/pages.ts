import { Ajv } from 'ajv';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitByAddress } from '../../auth/passwords/authenticate-password.ts';
import { invalidParams } from '../../base/errors.ts';
import { accountOperations } from '../../contract/account.ts';
import { teamOperations } from '../../contract/team.ts';
import { choosePassword } from '../../platform/accounts/password-links.ts';
import { acceptInvitation } from '../../platform/teams/invitations.ts';
import type { ApiDependencies } from '../api-routes.ts';
import type { DocumentationOptions } from '../documentation/documentation.ts';
import { toErrorResponse } from '../error-response.ts';
import { escape, sendPage } from './layout.ts';
import { chooseLanguage, words } from './words.ts';

type PageOptions = ApiDependencies & { documentation: DocumentationOptions };

/** The front page, and the pages behind one-time links. */
export function registerPages(server: FastifyInstance, options: PageOptions): void {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  if (options.documentation.path !== '/') {
    server.get('/', async (request, reply) => {
      const language = chooseLanguage(request.headers['accept-language']);
      const say = words[language];
      return sendPage(
        reply,
        language,
        'Kedge',
        `<h1>${say.home}</h1>
<p>${say.homeMore}</p>
<ul>
<li><a href="${escape(options.documentation.path)}">${say.apiDocs}</a>: ${say.apiDocsMore}</li>
<li><a href="/readyz">${say.health}</a></li>
</ul>`,
      );
    });
  }

  /** The code stands behind the # of a link, where no server and no log ever sees it. */
  server.get('/one-time-link.js', async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8');
    return `const code = document.getElementById('code');
if (location.hash.length > 1) {
  code.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  document.getElementById('password').focus();
}
`;
  });

  oneTimeForm(server, options, 'invitation', async (form, origin) => {
    const member = await acceptInvitation(options.platform, origin, form);
    return (say) =>
      `<h1>${escape(say.joined(member.user.email))}</h1>${firstToken(say.firstToken, options, member.user.email)}`;
  });
  oneTimeForm(server, options, 'password', async (form, origin) => {
    await choosePassword(options.platform, origin, form);
    return (say) => `<h1>${say.passwordSet}</h1>${firstToken(say.firstToken, options, 'you@example.com')}`;
  });
}

type Say = (typeof words)['en'];
type Form = { code: string; password: string };
type Origin = { address: string; requestId: string };

const isForm = {
  invitation: new Ajv().compile(teamOperations.acceptInvitation.body),
  password: new Ajv().compile(accountOperations.choosePassword.body),
};

function oneTimeForm(
  server: FastifyInstance,
  { limiter }: PageOptions,
  kind: 'invitation' | 'password',
  act: (form: Form, origin: Origin) => Promise<(say: Say) => string>,
): void {
  server.get(`/${kind}`, async (request, reply) => {
    const language = chooseLanguage(request.headers['accept-language']);
    return sendPage(reply, language, words[language][kind], form(kind, words[language]));
  });

  server.post(`/${kind}`, async (request: FastifyRequest, reply: FastifyReply) => {
    const language = chooseLanguage(request.headers['accept-language']);
    const say = words[language];
    const origin = { address: request.ip, requestId: request.id };
    try {
      await limitByAddress(limiter, origin);
      if (!isForm[kind](request.body)) throw invalidParams({ password: 'must have 12 to 256 characters' });
      const done = await act(request.body as Form, origin);
      return sendPage(reply, language, say[kind], done(say));
    } catch (error) {
      const { status, body, unexpected } = toErrorResponse(error);
      if (unexpected) throw error;
      const { code = '' } = (request.body ?? {}) as Partial<Form>;
      const again = `<h1>${say.failed}</h1><p>${escape(body.message)}</p>${form(kind, say, code)}`;
      return sendPage(reply.code(status), language, say.failed, again);
    }
  });
}

function form(kind: 'invitation' | 'password', say: Say, code = ''): string {
  return `<h1>${say[kind]}</h1>
<p>${kind === 'invitation' ? say.invitationMore : say.passwordMore}</p>
<form method="post" action="/${kind}">
<label for="code">${say.code}</label>
<input id="code" name="code" value="${escape(code)}" required autocomplete="off" spellcheck="false">
<label for="password">${say.newPassword}</label>
<input id="password" name="password" type="password" required minlength="12" maxlength="256" autocomplete="current-password">
<button>${say.send}</button>
</form>
<script src="/one-time-link.js"></script>`;
}

function firstToken(sentence: string, { documentation }: PageOptions, email: string): string {
  return `<p>${sentence}</p><pre>curl -u ${escape(email)} -X POST ${escape(documentation.apiUrl)}/tokens</pre>`;
}
