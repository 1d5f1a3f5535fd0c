import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Language } from './words.ts';

const style = `
:root { color-scheme: light dark; --ink: #17212b; --paper: #fbfcfd; --line: #c9d3dc; --accent: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4ebf1; --paper: #12181e; --line: #3a4753; --accent: #7cb8f5; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.6 system-ui, "Hiragino Sans", "Noto Sans JP", sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 12vh 1.5rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 0.75rem; }
a { color: var(--accent); }
ul { padding-left: 1.2rem; }
label { display: block; margin: 1rem 0 0.25rem; }
input { width: 100%; box-sizing: border-box; font: inherit; padding: 0.5rem 0.6rem; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 6px; }
button { margin-top: 1.5rem; font: inherit; padding: 0.5rem 1.4rem; color: var(--paper); background: var(--accent); border: 0; border-radius: 6px; cursor: pointer; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
pre { overflow-x: auto; padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 6px; font-size: 0.9rem; }
.mark { letter-spacing: 0.08em; font-weight: 600; color: var(--accent); margin: 0 0 2rem; }
`;

const policy =
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; script-src 'self'; ` +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** `body` is markup: whatever comes from outside goes through `escape` first. */
export function sendPage(reply: FastifyReply, language: Language, title: string, body: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      vary: 'accept-language',
    })
    .send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Kedge</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="mark">Kedge</p>
${body}
</main>
</body>
</html>
`);
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
