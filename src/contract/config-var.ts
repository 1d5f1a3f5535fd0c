import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { configKeyPattern, Nullable, PathParams, Text } from './values.ts';

export const maxValueBytes = 32 * 1024;
export const maxTotalBytes = 64 * 1024;

export const ConfigVars = Type.Record(Type.String(), Type.String(), {
  title: 'ConfigVars',
  description: 'All keys with their values.',
});
export type ConfigVars = Static<typeof ConfigVars>;

/** Keys to set; null deletes. */
export const ConfigVarsChange = Type.Unsafe<Record<string, string | null>>({
  type: 'object',
  title: 'ConfigVarsChange',
  description: 'Keys to set, each with a string; null deletes the key.',
  propertyNames: { pattern: configKeyPattern },
  additionalProperties: Nullable(Text(maxValueBytes)),
});
export type ConfigVarsChange = Static<typeof ConfigVarsChange>;

const vars = { DATABASE_URL: 'postgres://db.example.com/shop', LOG_LEVEL: 'info' };
const tag = 'Config vars';

export const configVarOperations = {
  getConfigVars: operation({
    method: 'GET',
    path: '/apps/{app}/config-vars',
    tag,
    summary: 'Get all config vars of an app',
    params: PathParams('app'),
    answer: { status: 200, description: 'All keys with their values.', schema: ConfigVars },
    example: { answer: vars },
  }),
  updateConfigVars: operation({
    method: 'PATCH',
    path: '/apps/{app}/config-vars',
    tag,
    summary: 'Set and delete config vars of an app',
    description: 'Keys that are not named stay as they are. A change makes a release.',
    params: PathParams('app'),
    body: ConfigVarsChange,
    answer: { status: 200, description: 'All keys with their values after the change.', schema: ConfigVars },
    example: { body: { LOG_LEVEL: 'info', OLD_FLAG: null }, answer: vars },
  }),
  deleteConfigVar: operation({
    method: 'DELETE',
    path: '/apps/{app}/config-vars/{key}',
    tag,
    summary: 'Delete one config var of an app',
    params: PathParams('app', 'key'),
    answer: { status: 204, description: 'The key is gone.' },
    example: {},
  }),
};
