import { accountOperations } from './account.ts';
import { appOperations } from './app.ts';
import { configVarOperations } from './config-var.ts';
import { environmentOperations } from './environment.ts';
import { namespaceOperations } from './namespace.ts';
import type { Operation } from './operation.ts';
import { pipelineOperations } from './pipeline.ts';
import { regionOperations } from './region.ts';
import { releaseOperations } from './release.ts';
import { teamOperations } from './team.ts';
import { tokenOperations } from './token.ts';

/** The whole API: what routes are bound to, what the API description is made from, what tests walk. */
export const operations = {
  ...appOperations,
  ...configVarOperations,
  ...releaseOperations,
  ...namespaceOperations,
  ...pipelineOperations,
  ...environmentOperations,
  ...teamOperations,
  ...accountOperations,
  ...tokenOperations,
  ...regionOperations,
} satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export const operationIds = Object.keys(operations) as OperationId[];
