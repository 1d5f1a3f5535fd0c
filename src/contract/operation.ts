import type { Static, TObject, TSchema } from 'typebox';

/** One operation of the API: everything about it that goes over the wire. Paths are relative to `{base_url}`. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly answer: Answer;
  /** The answer shows a secret that is never shown again, so it cannot be repeated for the same Idempotency-Key. */
  readonly showsSecretOnce?: true;
  readonly example: { readonly body?: unknown; readonly answer?: unknown };
}

export interface Answer {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  readonly schema?: TSchema;
}

/** Keeps the literal types of what it is given. */
export function operation<const O extends Operation>(definition: O): O {
  return definition;
}

type Of<S> = S extends TSchema ? Static<S> : undefined;

export type ParamsOf<O extends Operation> = Of<O['params']>;
export type QueryOf<O extends Operation> = O['query'] extends TSchema
  ? Static<O['query']>
  : Record<never, never>;
export type BodyOf<O extends Operation> = Of<O['body']>;
export type AnswerOf<O extends Operation> = O['answer'] extends { schema: TSchema }
  ? Static<O['answer']['schema']>
  : undefined;
