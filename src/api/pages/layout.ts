import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { anchor } from './mark.ts';
import type { Language } from './words.ts';

const style = `
:root { color-scheme: light dark; --ink: #17212b; --paper: #fbfcfd; --line: #c9d3dc; --field: #7d8b98; --accent: #0b5cad; --alert: #b3261e; --mono: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4ebf1; --paper: #12181e; --line: #3a4753; --field: #66788a; --accent: #7cb8f5; --alert: #ffb4ab; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.6 system-ui, "Hiragino Sans", "Noto Sans JP", sans-serif; overflow-wrap: anywhere; }
main { max-width: 36rem; margin: 0 auto; padding: 12vh 1.5rem 3rem; }
:lang(ja) { word-break: auto-phrase; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 0.75rem; }
p, li { text-wrap: pretty; }
h1, [role=alert] { text-wrap: balance; }
a { color: var(--accent); }
ul { padding-left: 1.2rem; }
label { display: block; margin: 1.25rem 0 0.25rem; }
input { width: 100%; box-sizing: border-box; font: inherit; padding: 0.5rem 0.6rem; color: inherit; background: transparent; border: 1px solid var(--field); border-radius: 6px; }
input[aria-invalid] { border-color: var(--alert); }
button { margin-top: 1.5rem; font: inherit; padding: 0.5rem 1.4rem; color: var(--paper); background: var(--accent); border: 0; border-radius: 6px; cursor: pointer; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
pre { padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; }
pre, #code { font-family: var(--mono); font-size: 0.9rem; }
[role=alert] { color: var(--alert); padding-left: 0.8rem; border-left: 3px solid; }
.hint { font-size: 0.9rem; margin: 0.25rem 0 0; }
.mark { display: flex; align-items: center; gap: 0.4rem; letter-spacing: 0.08em; font-weight: 600; color: var(--accent); margin: 0 0 2rem; }
`;

const policy =
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; script-src 'self'; ` +
  "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Answers with the page for `reply`. `body` is markup: whatever comes from outside goes through `escapeHtml` first. */
export function page(reply: FastifyReply, language: Language, title: string, body: string): string {
  reply.type('text/html; charset=utf-8').headers({
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    vary: 'accept-language',
  });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Kedge</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
<p class="mark"><svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">${anchor}</svg>Kedge</p>
${body}
</main>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
