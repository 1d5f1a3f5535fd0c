import { type ErrorCode, KedgeError } from '../base/errors.ts';
import type { ErrorBody } from '../contract/error.ts';
import { isUnreachable } from '../store/violations.ts';

/** The one place where an error gets its HTTP status. */
export const errorStatus: Record<ErrorCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  already_created: 409,
  idempotency_key_reused: 409,
  last_admin: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_params: 422,
  invalid_code: 422,
  unknown_region: 422,
  region_mismatch: 422,
  rate_limit: 429,
  internal_error: 500,
  unavailable: 503,
};

export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
  /** Nobody foresaw it: the log gets the whole of it, the caller nothing. */
  unexpected: boolean;
}

export function toErrorResponse(error: unknown): ErrorResponse {
  const known = toKedgeError(error);
  const { code, message, details, retryAfter } = known;
  return {
    status: errorStatus[code],
    headers: {
      ...(code === 'unauthorized' && { 'www-authenticate': 'Bearer realm="kedge"' }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: { code, message, ...(details && { details }) },
    unexpected: code === 'internal_error',
  };
}

function toKedgeError(error: unknown): KedgeError {
  if (error instanceof KedgeError) return error;
  const { validation, validationContext, code = '', statusCode } = error as Partial<FrameworkError>;
  if (validation) return validationError(validation, validationContext);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new KedgeError('payload_too_large', 'The body is larger than 1 MiB.');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new KedgeError(
      'unsupported_media_type',
      'The body must be JSON, with Content-Type: application/json.',
    );
  }
  if (isUnreachable(error)) {
    return new KedgeError('unavailable', 'The database does not answer.', { retryAfter: 5, cause: error });
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new KedgeError('bad_request', 'The request cannot be read.', { cause: error });
  }
  return new KedgeError(
    'internal_error',
    'Something went wrong on our side. The Request-Id finds it in the log.',
    {
      cause: error,
    },
  );
}

interface FrameworkError {
  code: string;
  statusCode: number;
  validation: SchemaProblem[];
  validationContext: string;
}

interface SchemaProblem {
  keyword: string;
  instancePath: string;
  message?: string;
  /** Where the name of a field is wrong, not its value. */
  propertyName?: string;
  params: Record<string, unknown>;
}

function validationError(problems: SchemaProblem[], context = 'body'): KedgeError {
  const details: Record<string, string> = {};
  for (const problem of problems) {
    const field = fieldOf(problem) || context;
    details[field] ??= sentenceOf(problem);
  }
  const [first = context] = Object.keys(details);
  return new KedgeError('invalid_params', `The request is not valid: ${first} ${details[first]}.`, {
    details,
  });
}

function fieldOf({ instancePath, params, propertyName }: SchemaProblem): string {
  const within = instancePath.split('/').slice(1).map(unescapePointer);
  const member = params.missingProperty ?? params.additionalProperty ?? params.propertyName ?? propertyName;
  return [...within, ...(typeof member === 'string' ? [member] : [])].join('.').slice(0, 200);
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function sentenceOf({ keyword, message, params }: SchemaProblem): string {
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return 'is not known here';
    case 'pattern':
      return `must match ${params.pattern}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}`;
    default:
      return message ?? 'is not valid';
  }
}
