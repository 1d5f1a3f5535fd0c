import assert from 'node:assert/strict';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { checkAgainstDescription } from './description-check.ts';

export interface CallOptions {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects
  body: any;
}

/** Calls operations by name. Every answer of every test is held against the API's own description. */
export class ApiClient {
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  async call(id: OperationId, options: CallOptions = {}): Promise<ApiAnswer> {
    const operation: Operation = operations[id];
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(options.params?.[name] ?? ''),
    );
    const query = new URLSearchParams(
      Object.entries(options.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const response = await fetch(`${this.baseUrl}/api/v1${path}${query && `?${query}`}`, {
      method: operation.method,
      headers: {
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
    checkAgainstDescription(id, answer);
    return answer;
  }

  /** Calls and expects the operation's own success. */
  async ok(id: OperationId, options: CallOptions = {}): Promise<ApiAnswer['body']> {
    const answer = await this.call(id, options);
    assert.equal(answer.status, operations[id].answer.status, `${id}: ${answer.text}`);
    return answer.body;
  }

  /** Calls and expects this status and code. */
  async refused(id: OperationId, options: CallOptions, status: number, code: string): Promise<ApiAnswer> {
    const answer = await this.call(id, options);
    assert.deepEqual([answer.status, answer.body?.code], [status, code], `${id}: ${answer.text}`);
    return answer;
  }
}
