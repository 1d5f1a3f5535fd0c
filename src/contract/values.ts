import { type TSchema, type TUnsafe, Type } from 'typebox';

export const namePattern = '^[a-z][a-z0-9-]{1,28}[a-z0-9]$';
export const configKeyPattern = '^[A-Za-z_][A-Za-z0-9_]*$';
export const emailPattern =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?$";
/** Neither NUL nor half a surrogate pair: PostgreSQL and UTF-8 can hold neither. */
const textPattern = '^[^\\u0000\\uD800-\\uDFFF]*$';

export const Id = Type.String({ format: 'uuid', description: 'A UUID.' });
export const Time = Type.String({ format: 'date-time', description: 'UTC, with milliseconds.' });
export const Name = Type.String({
  pattern: namePattern,
  description: 'Lower-case letters, digits and hyphens, 3 to 30 characters, beginning with a letter.',
});
export const Email = Type.String({ pattern: emailPattern, maxLength: 254 });
export const Password = Type.String({ minLength: 12, maxLength: 256, pattern: textPattern });

export function Text(maxLength: number, options: { minLength?: number; description?: string } = {}) {
  return Type.String({ maxLength, pattern: textPattern, ...options });
}

/** Present always, and null where there is nothing. */
export function Nullable<S extends TSchema>(schema: S): TUnsafe<Type.Static<S> | null> {
  const { type, ...rest } = schema as unknown as { type?: string };
  if (typeof type !== 'string') return Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
  return Type.Unsafe({ ...rest, type: [type, 'null'] });
}

/** A body refuses fields that it does not know. */
export function Body<P extends Record<string, TSchema>>(properties: P, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A body of which every field may be left out. */
export function PartialBody<P extends Record<string, TSchema>>(properties: P) {
  return Type.Partial(Type.Object(properties), { additionalProperties: false });
}

/** Names the schema: it becomes a component of the API description. */
export function Resource<P extends Record<string, TSchema>>(title: string, properties: P) {
  return Type.Object(properties, { title, additionalProperties: false });
}

export const NamedRef = Type.Object({ id: Id, name: Type.String() }, { additionalProperties: false });
export const AccountRef = Type.Object({ id: Id, email: Type.String() }, { additionalProperties: false });

export const Role = Type.Enum(['admin', 'member', 'viewer'], {
  description:
    '`admin` manages the team, `member` deploys and configures, `viewer` reads all but config var values.',
});
export type Role = Type.Static<typeof Role>;

/** The query of every list. */
export const listQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: 'A page of this many; without it, everything.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 1024, description: 'Where the next page begins: from the `Link` header.' }),
  ),
};

export const teamFilter = Type.Optional(
  Type.String({ maxLength: 64, description: 'Only those of this team (id or name).' }),
);

const pathParams = {
  account: 'Id or email address of the account.',
  app: 'Id or name of the app.',
  collaborator: "Id or email address of the collaborator's account.",
  environment: 'Id of the environment.',
  invitation: 'Id of the invitation.',
  key: 'Name of the config var.',
  member: "Id or email address of the member's account.",
  namespace: 'Id or name of the namespace.',
  pipeline: 'Id or name of the pipeline.',
  release: 'Version or id of the release.',
  team: 'Id or name of the team.',
  token: 'Id of the token.',
};

/** What stands between slashes. Anything that is not a name or an id simply is not found. */
export function PathParams<K extends keyof typeof pathParams>(...names: K[]) {
  const properties = Object.fromEntries(
    names.map((name) => [name, Type.String({ description: pathParams[name] })]),
  ) as Record<K, Type.TString>;
  return Type.Object(properties);
}

export const exampleTime = '2026-11-14T09:30:00.000Z';
export const exampleIds = {
  account: '019a8c5e-6f00-7000-8000-000000000001',
  team: '019a8c5e-6f00-7000-8000-000000000002',
  namespace: '019a8c5e-6f00-7000-8000-000000000003',
  app: '019a8c5e-6f00-7000-8000-000000000004',
  environment: '019a8c5e-6f00-7000-8000-000000000005',
  pipeline: '019a8c5e-6f00-7000-8000-000000000006',
  reviewEnvironment: '019a8c5e-6f00-7000-8000-000000000007',
  testEnvironment: '019a8c5e-6f00-7000-8000-000000000008',
  release: '019a8c5e-6f00-7000-8000-000000000009',
  token: '019a8c5e-6f00-7000-8000-00000000000a',
  invitation: '019a8c5e-6f00-7000-8000-00000000000b',
  event: '019a8c5e-6f00-7000-8000-00000000000c',
};
