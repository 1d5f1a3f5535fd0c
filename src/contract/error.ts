import { type Static, Type } from 'typebox';
import { Resource } from './values.ts';

/** The body of every answer that is not a success. */
export const ErrorBody = Resource('Error', {
  code: Type.String({ description: 'Stable, for programs.' }),
  message: Type.String({ description: 'A sentence for people.' }),
  details: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'What is wrong with each field.' }),
  ),
});
export type ErrorBody = Static<typeof ErrorBody>;
