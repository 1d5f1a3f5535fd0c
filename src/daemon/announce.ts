import type { Running } from './wire.ts';

/** What a person reads at a start: where things are, the first credentials, and what to type next. */
export function announce({ addresses, firstCredentials, apiDocs }: Running): string {
  const lines = [
    '',
    `  Kedge        ${addresses.url}/`,
    `  API          ${addresses.api}`,
    `  API docs     ${addresses.apiDocs}`,
    '',
  ];
  if (firstCredentials) {
    const { email, password, token } = firstCredentials;
    lines.push(
      '  This is the first start. Keep these: they are shown once.',
      '',
      `  Account      ${email}`,
      ...(password ? [`  Password     ${password}`] : []),
      ...(token ? [`  Token        ${token}`] : []),
      ...(apiDocs.chosen ? [] : [`  API docs     user ${apiDocs.user}, password ${apiDocs.password}`]),
      '',
      '  Next, in another terminal:',
      '',
      `  export KEDGE_TOKEN=${token ?? '<your token>'}`,
      `  curl -H "Authorization: Bearer $KEDGE_TOKEN" -H 'Content-Type: application/json' \\`,
      `    -d '{"name":"hello-kedge"}' ${addresses.api}/apps`,
      '',
    );
  }
  return `${lines.join('\n')}Kedge is ready\n`;
}
