import type { Origin } from '../auth/tokens/authenticate-token.ts';
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '../contract/operation.ts';
import type { OperationId, Operations } from '../contract/operations.ts';
import type { Scope } from '../contract/token.ts';
import type { SubjectOf } from '../platform/access/authorize.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { operationAccess } from '../platform/access/operation-access.ts';
import type { Page } from '../platform/paging.ts';
import type { Platform } from '../platform/platform.ts';

/** A request that was authenticated, authorized and validated: what is left is to do it. */
export interface ApiRequest<Id extends OperationId> {
  readonly platform: Platform;
  readonly caller: CallerOf<Id>;
  /** What the operation acts on, as `operation-access.ts` names it. */
  readonly subject: SubjectOf<Id>;
  readonly params: ParamsOf<Operations[Id]>;
  readonly query: QueryOf<Operations[Id]>;
  readonly body: BodyOf<Operations[Id]>;
  readonly origin: Origin;
}

type CallerOf<Id extends OperationId> = (typeof operationAccess)[Id] extends { scope: Scope }
  ? Caller
  : undefined;

/** A list that can be paged answers with a page, everything else with what the contract says. */
type Result<O extends Operation> = O['query'] extends { properties: { limit: unknown } }
  ? Promise<Page<AnswerOf<O> extends (infer Item)[] ? Item : never>>
  : AnswerOf<O> extends undefined
    ? Promise<void>
    : Promise<AnswerOf<O>>;

export type Handlers = {
  [Id in OperationId]: (request: ApiRequest<Id>) => Result<Operations[Id]>;
};

/** The handlers of one resource: exactly its operations, none missing and none besides. */
export type HandlersOf<Resource extends Record<string, Operation>> = Pick<
  Handlers,
  keyof Resource & OperationId
>;
