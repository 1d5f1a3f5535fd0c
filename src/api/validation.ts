import { Ajv, type Options } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';

const options: Options = {
  allErrors: false,
  removeAdditional: false,
  useDefaults: false,
  strict: false,
  formats: {},
};

/** Bodies are taken as they are; what stands in a query is text and is read as the schema wants it. */
export function createValidator(): FastifySchemaCompiler<object> {
  const strict = new Ajv({ ...options, allErrors: true });
  const reading = new Ajv({ ...options, allErrors: true, coerceTypes: true });
  return ({ schema, httpPart }) => {
    const validate = (httpPart === 'body' ? strict : reading).compile(schema);
    return (data) => {
      if (validate(data)) return { value: data };
      const error = new Error('invalid') as Error & { validation: unknown; validationContext: string };
      error.validation = validate.errors;
      error.validationContext = httpPart ?? 'body';
      return { error };
    };
  };
}
