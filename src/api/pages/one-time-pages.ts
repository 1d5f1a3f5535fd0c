import type { ErrorBody } from '../../contract/error.ts';
import { documentationLink } from './front-page.ts';
import { escapeHtml } from './layout.ts';
import type { Words } from './words.ts';

type Kind = 'invitation' | 'password';
type Field = 'code' | 'password';
type Documentation = { path: string; apiUrl: string };

export function formPage(say: Words, kind: Kind): string {
  return `<h1>${say[kind]}</h1>
<p>${kind === 'invitation' ? say.invitationMore : say.passwordMore}</p>
${form(say, kind)}`;
}

export function donePage(
  say: Words,
  heading: string,
  email: string,
  { path, apiUrl }: Documentation,
): string {
  return `<h1>${heading}</h1>
<p>${escapeHtml(say.account(email))}</p>
<p>${say.firstToken}</p>
<pre>${escapeHtml(`curl -u ${quoteForShell(email)} -X POST ${quoteForShell(`${apiUrl}/tokens`)}`)}</pre>
<p>${documentationLink(say, path)}</p>`;
}

export interface Failure {
  error: ErrorBody;
  requestId: string;
  /** What was sent, so that nobody has to look for the link again. */
  code: string;
}

export function failedPage(say: Words, kind: Kind, failure: Failure, { path }: Documentation): string {
  const { error, code } = failure;
  const heading = `<h1>${say.failed}</h1>
<p role="alert" id="problem">${sentences(say, failure).map(escapeHtml).join('<br>')}</p>`;
  switch (error.code) {
    case 'invalid_code':
      return `${heading}\n<p><a href="/${kind}">${say.anotherCode}</a></p>`;
    case 'conflict':
      return `${heading}\n<p>${documentationLink(say, path)}</p>`;
    default:
      return `${heading}\n${form(say, kind, { code, wrong: wrongFields(error) })}`;
  }
}

function sentences(say: Words, { error, requestId }: Failure): string[] {
  const wrong = error.code === 'invalid_params' ? wrongFields(error) : [];
  if (wrong.length > 0) return wrong.map((field) => say.wrong[field]);
  const problems: Partial<Record<string, string>> = say.problems;
  return [problems[error.code] ?? say.otherProblem(requestId)];
}

function wrongFields({ code, details = {} }: ErrorBody): Field[] {
  if (code === 'unauthorized') return ['password'];
  return (['code', 'password'] as const).filter((field) => field in details);
}

/** The address that it is sent to differs from a link's, so that a link opened on what follows loads anew. */
function form(
  say: Words,
  kind: Kind,
  { code, wrong }: { code: string; wrong: Field[] } = { code: '', wrong: [] },
): string {
  const state = (field: Field) =>
    wrong.includes(field)
      ? ` aria-invalid="true" aria-describedby="problem"${field === wrong[0] ? ' autofocus' : ''}`
      : '';
  const autocomplete = kind === 'invitation' ? 'current-password' : 'new-password';
  return `<form method="post" action="/${kind}?sent">
<label for="code">${say.code}</label>
<input id="code" name="code" value="${escapeHtml(code)}" required autocomplete="off" spellcheck="false"${state('code')}>
${code === '' ? `<noscript><p class="hint">${say.pasteCode}</p></noscript>` : ''}
<label for="password">${say.newPassword}</label>
<input id="password" name="password" type="password" required minlength="12" maxlength="256" autocomplete="${autocomplete}"${state('password')}>
<button>${say.send}</button>
</form>
<script src="/one-time-link.js"></script>`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
