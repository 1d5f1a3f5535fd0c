/**
 * Every error that a caller can meet. The HTTP status of each stands in `api/error-response.ts`, its cause and cure in
 * `docs/en/reference/errors.md`; tests hold all three together.
 */
export const errorCodes = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'not_acceptable',
  'unsupported_media_type',
  'conflict',
  'already_created',
  'idempotency_key_reused',
  'last_admin',
  'payload_too_large',
  'invalid_params',
  'invalid_code',
  'unknown_region',
  'region_mismatch',
  'rate_limit',
  'internal_error',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface ErrorOptions {
  /** What is wrong with each field, or another small map that helps the caller on. */
  details?: Record<string, string>;
  /** Seconds after which the same request may succeed. */
  retryAfter?: number;
  /** For the log alone: never shown to the caller. */
  cause?: unknown;
}

/** An error whose message is written for the caller. Whatever must stay private goes into `cause`. */
export class KedgeError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'KedgeError';
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}

/** One and the same answer for what is absent and for what the caller may not know of. */
export function notFound(): KedgeError {
  return new KedgeError('not_found', 'There is nothing at this address, or you may not see it.');
}

export function forbidden(message: string): KedgeError {
  return new KedgeError('forbidden', message);
}

export function conflict(message: string): KedgeError {
  return new KedgeError('conflict', message);
}

/** `details` maps each field to what is wrong with it; the message repeats them in one sentence. */
export function invalidParams(details: Record<string, string>): KedgeError {
  const sentence = Object.entries(details)
    .map(([field, problem]) => `${field} ${problem}`)
    .join('; ');
  return new KedgeError('invalid_params', `The request is not valid: ${sentence}.`, { details });
}
