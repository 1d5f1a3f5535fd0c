import type { OperationId, Operations } from '../../contract/operations.ts';

/** What holds for every operation, before the first of them. Markdown. */
export function introduction(baseUrl: string): string {
  return `Everything that Kedge does is done through this API.

## Getting a token

Every request carries a token: \`Authorization: Bearer <token>\`. The very first start of the server shows one. You get
further ones from \`POST /tokens\`, which also takes HTTP Basic with your email address and password:

\`\`\`sh
curl -u you@example.com -X POST \\
  ${baseUrl}/tokens
\`\`\`

## Errors

An error is a JSON object. \`code\` is for programs and does not change, \`message\` is for people and may; \`details\`,
where it is there, maps fields to what is wrong with them. After 429 and 503, repeat the request when \`Retry-After\`
seconds have passed. The \`Request-Id\` of every answer finds the request in the server's log.

## Paging

Without \`limit\` a list is complete. With \`limit\` it is a page, and as long as there are more the answer names the next
one in a \`Link\` header, as \`rel="next"\`.

## ETag

Every answer to a GET has an \`ETag\`. Send it back as \`If-None-Match\`, and as long as nothing has changed the answer is
304, without a body.

## Idempotency-Key

Where a connection breaks, you may not know whether a POST was done. Send it with an \`Idempotency-Key\` of your choosing
and repeat it with the same one: it is done once, and for a day the first answer is given again. An answer that shows a
secret is not kept: the repetition is answered with 409 \`already_created\`.
`;
}

/** One for each tag that the contract uses. */
export const tagDescriptions: Record<Operations[OperationId]['tag'], string> = {
  Apps: 'A program that the platform is to run, with everything that belongs to it, and who has access to it alone.',
  'Config vars':
    'Key-value pairs that keep the configuration of an app out of its code. They are stored encrypted.',
  Releases: 'The numbered states of an app. Each change of its config vars makes one.',
  Namespaces: 'Isolated environments for groups of apps. Each belongs to a team and lies in a region.',
  Pipelines: 'Apps of one team, ordered by stage.',
  Environments: 'Sets of config vars with an id of their own: one for each app, two for each pipeline.',
  Teams: 'People who share apps, each with a role; their invitations, and the audit trail of what they did.',
  Accounts: 'Your own account and its password; for platform admins, also those of others.',
  Tokens: 'What a program sends in place of a password.',
  Regions: 'The places where apps run, as the operator names them.',
};
