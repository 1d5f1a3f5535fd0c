import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { toOpenApi } from '../../src/api/documentation/to-openapi.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';

interface DescribedResponse {
  $ref?: string;
  content?: { 'application/json': { schema: object } };
}

const description = toOpenApi('http://127.0.0.1:7400/api/v1', '0.0.0');
const ajv = new Ajv2020({
  strict: false,
  formats: { uuid: /^[0-9a-f-]{36}$/, 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/ },
});
ajv.addSchema({ $id: 'kedge', ...description });
const validators = new Map<string, ValidateFunction>();

/** What an answer must be by the description: its status listed, its body of the schema, its headers there. */
export function checkAgainstDescription(
  id: OperationId,
  answer: { status: number; headers: Headers; text: string; body: unknown },
): void {
  const { method, path } = operations[id];
  const { responses } = description.paths[path]![method.toLowerCase()] as {
    responses: Record<string, DescribedResponse>;
  };
  const success = answer.status < 400;
  if (success)
    assert.ok(
      responses[answer.status],
      `${id} answered ${answer.status}, which its description does not list`,
    );
  assert.match(
    answer.headers.get('request-id') ?? '',
    /^[0-9a-f-]{36}$/,
    `${id} answered without Request-Id`,
  );
  if (answer.text === '') {
    assert.ok(
      answer.status === 204 || answer.status === 304,
      `${id} answered ${answer.status} without a body`,
    );
    return;
  }
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/);
  const key = `/paths/${pointerPart(path)}/${method.toLowerCase()}/responses/${answer.status}/content/application~1json/schema`;
  const pointer = success ? key : '/components/schemas/Error';
  let validate = validators.get(pointer);
  if (!validate) {
    validate = ajv.compile({ $ref: `kedge#${pointer}` });
    validators.set(pointer, validate);
  }
  assert.ok(
    validate(answer.body),
    `${id} ${answer.status} is not as described: ${ajv.errorsText(validate.errors)}: ${answer.text}`,
  );
}

function pointerPart(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}
