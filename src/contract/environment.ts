import { ConfigVars, ConfigVarsChange } from './config-var.ts';
import { operation } from './operation.ts';
import { PathParams } from './values.ts';

export const environmentKinds = ['app', 'ra', 'ci'] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

const tag = 'Environments';
const description =
  'The environment of an app holds its config vars; a pipeline has one for its review apps (`ra`) and one for its test runs (`ci`).';

export const environmentOperations = {
  getEnvironment: operation({
    method: 'GET',
    path: '/environments/{environment}',
    tag,
    summary: 'Get all config vars of an environment',
    description,
    params: PathParams('environment'),
    answer: { status: 200, description: 'All keys with their values.', schema: ConfigVars },
    example: { answer: { STRIPE_MODE: 'test' } },
  }),
  updateEnvironment: operation({
    method: 'PATCH',
    path: '/environments/{environment}',
    tag,
    summary: 'Set and delete config vars of an environment',
    params: PathParams('environment'),
    body: ConfigVarsChange,
    answer: { status: 200, description: 'All keys with their values after the change.', schema: ConfigVars },
    example: { body: { STRIPE_MODE: 'test', OLD_FLAG: null }, answer: { STRIPE_MODE: 'test' } },
  }),
  deleteEnvironmentKey: operation({
    method: 'DELETE',
    path: '/environments/{environment}/{key}',
    tag,
    summary: 'Delete one config var of an environment',
    params: PathParams('environment', 'key'),
    answer: { status: 204, description: 'The key is gone.' },
    example: {},
  }),
};
